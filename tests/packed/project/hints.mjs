// Asks the compiler, by its own API, for hints that a user of the packages gets:
//   node hints.mjs options   every option of every function takes `undefined`, where a project has `exactOptionalPropertyTypes`
//   node hints.mjs words     the words of each event are at the key of its handler; options are offered, and missing ones named
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript-5.9';

const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
  skipLibCheck: true,
};

function checkOptions() {
  const { packages } = JSON.parse(readFileSync('published.json', 'utf8'));
  const entries = Object.keys(packages).filter((entry) => !entry.endsWith('.json'));
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  writeFileSync('options.mts', lines.join(''));
  const program = ts.createProgram(['options.mts'], options);
  const checker = program.getTypeChecker();
  const seen = { given: new Set(), returned: new Set() };
  const found = new Set();
  let asked = 0;

  const isOurs = (node) => node.getSourceFile().fileName.includes('/@screening-webhooks/');
  const takesUndefined = (type) =>
    Boolean(type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Unknown | ts.TypeFlags.Any)) ||
    (type.isUnion() && type.types.some(takesUndefined));

  /** Visits the types that a user passes in or receives. The parameters of a function that a user passes in are received. */
  function visit(type, isGiven) {
    const visited = isGiven ? seen.given : seen.returned;
    if (visited.has(type)) return;
    visited.add(type);
    for (const part of type.isUnionOrIntersection() ? type.types : []) visit(part, isGiven);
    for (const argument of checker.getTypeArguments(type) ?? []) visit(argument, isGiven);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      if (!signature.declaration || !isOurs(signature.declaration)) continue;
      for (const parameter of signature.parameters) {
        visit(checker.getTypeOfSymbol(parameter), !isGiven);
      }
      visit(signature.getReturnType(), isGiven);
    }
    for (const property of type.getProperties()) {
      const declaration = property.declarations?.find(isOurs);
      if (!declaration) continue;
      if (isGiven && ts.isPropertySignature(declaration) && declaration.questionToken) {
        asked += 1;
        if (!takesUndefined(checker.getTypeFromTypeNode(declaration.type))) {
          found.add(`${declaration.parent.name?.text ?? 'unnamed'}: ${declaration.getText()}`);
        }
      }
      visit(checker.getTypeOfSymbol(property), isGiven);
    }
  }

  const [module] = program
    .getSourceFiles()
    .filter(({ fileName }) => /\boptions\.mts$/.test(fileName));
  for (const entry of checker.getExportsOfModule(checker.getSymbolAtLocation(module))) {
    for (const exported of checker.getExportsOfModule(checker.getAliasedSymbol(entry))) {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), false);
    }
  }
  assert.ok(asked > 150, `${asked} options`);
  assert.deepEqual([...found], []);
}

// The functions that take the options of a receiver.
const receiving = {
  createReceiver: '@screening-webhooks/core',
  listener: '@screening-webhooks/core/node',
  onExpress: '@screening-webhooks/express',
  onFastify: '@screening-webhooks/fastify',
  onHono: '@screening-webhooks/hono',
  onEdge: '@screening-webhooks/hono/edge',
  onKoa: '@screening-webhooks/koa',
  onLambda: '@screening-webhooks/aws/lambda',
};

function checkWords() {
  const files = Object.entries(receiving).map(([name, entry]) => ({
    name,
    file: `${name}.mts`,
    code: [
      `import { ${name.startsWith('on') ? `webhook as ${name}` : name} } from '${entry}';`,
      "declare const dedupe: import('@screening-webhooks/core').DedupeStore;",
      `${name}({ secret: '…', dedupe, handlers: { 'report.completed': () => {} } });`,
      `${name}({ secret: '…', dedupe, handlers: { 'document_verification.recorded': () => {} } });`,
      `${name}({ secret: '…', dedupe, handlers: { '*': () => {} } });`,
      `${name}({ });`,
    ].join('\n'),
  }));
  const service = languageService(files);
  for (const { name, file, code } of files) {
    const wordsAt = (key) => {
      const info = service.getQuickInfoAtPosition(file, code.indexOf(`'${key}':`) + 1);
      return ts.displayPartsToString(info?.documentation);
    };
    assert.match(wordsAt('report.completed'), /^Not emitted yet\. All checks/, name);
    assert.match(wordsAt('document_verification.recorded'), /^Captured and stored;/, name);
    assert.match(wordsAt('*'), /^Every type without a handler/, name);
    const errors = service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    assert.equal(errors.length, 1, `${name}: ${errors.join('\n')}`);
    // It names the first overload first.
    assert.match(
      errors[0],
      /^.*(\n.*){1,4}missing the following properties .*: handlers, secret/,
      name,
    );
    const offered = service.getCompletionsAtPosition(file, code.lastIndexOf('{ }') + 2, {});
    const names = offered.entries.map((entry) => entry.name);
    assert.ok(names.includes('tolerance') && !names.includes('drain'), `${name}: ${names}`);
  }
}

function languageService(files) {
  const codeOf = (name) => files.find(({ file }) => file === name)?.code;
  const read = (name) => codeOf(name) ?? ts.sys.readFile(name);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => files.map(({ file }) => file),
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(read(name) ?? ''),
    fileExists: (name) => codeOf(name) !== undefined || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  });
}

const checks = { options: checkOptions, words: checkWords };
checks[process.argv[2]]();
