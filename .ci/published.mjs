// Collects the names that users depend on, each with its meaning, from the sources. tests/published.json has them.
import { manifestOf, root } from './packages.mjs';
import { publishedExports } from './published-exports.mjs';
import { fromSources, runCli, runSandbox } from './published-runs.mjs';
import { inScratch } from './scratch.mjs';

/**
 * Collects the names by kind, in order, as nested objects with the meaning of each name.
 *
 * @returns the names as `published`, and `problems`: why some could not be found.
 */
export async function collectPublished() {
  const packages = publishedExports();
  const scripts = Object.keys(manifestOf(root).scripts).map((name) => [name, 'script']);
  const published = { packages, scripts: Object.fromEntries(scripts) };
  const problems = [];
  try {
    await inScratch('published', (folder) =>
      fromSources(async (source) => {
        const { createCli, createSandboxProgram, recordingTerminal, exitCodes } = source;
        const terminal = recordingTerminal();
        const cli = await runCli(source, folder);
        const sandbox = await runSandbox(source, folder);
        problems.push(...cli.problems, ...sandbox.problems);
        const commands = [
          describeCommand(createCli(terminal), cli, problems),
          describeCommand(createSandboxProgram(terminal, {}), sandbox, problems),
        ];
        Object.assign(published, {
          commands: { exitCodes, ...Object.fromEntries(commands) },
          openapi: describeOpenApi(source.describeApi()),
          outcomes: outcomes(source, packages['@screening-webhooks/core']),
          pages: { ...cli.pages, ...sandbox.pages },
          rejections: rejections(source),
        });
      }),
    );
  } catch (error) {
    problems.push(error.stack);
  }
  findEmpty(published, [], problems);
  return { published: sorted(published), problems };
}

/** Reports parts without names, which would check nothing. */
function findEmpty(value, path, problems) {
  if (typeof value !== 'object') return;
  const entries = Object.entries(value);
  if (entries.length === 0) problems.push(`${path.join(' > ')} has no names.`);
  for (const [name, each] of entries) findEmpty(each, [...path, name], problems);
}

function sorted(value) {
  if (typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

function describeCommand(program, { exits, keys }, problems) {
  const flags = {};
  const describe = (command, path) => {
    const parameters = command.registeredArguments.map((argument) =>
      argument.required ? ` <${argument.name()}>` : ` [${argument.name()}]`,
    );
    if (path !== '') flags[path] = `command${parameters.join('')}`;
    const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
    for (const option of options) {
      const { long, short, flags: text, mandatory, argChoices, defaultValue } = option;
      const name = `${path} ${long}`.trim();
      flags[name] = [
        /[<[].*/.exec(text)?.[0] ?? 'flag',
        ...(mandatory ? ['required'] : []),
        ...(defaultValue === undefined ? [] : [`default ${JSON.stringify(defaultValue)}`]),
      ].join(', ');
      if (short) flags[`${path} ${short}`.trim()] = long;
      for (const choice of argChoices ?? []) flags[`${name} = ${choice}`] = 'value';
      if (long === '--json' && !keys[path]) problems.push(`No line runs ${path} --json.`);
    }
    for (const each of command.commands) describe(each, `${path} ${each.name()}`.trim());
  };
  describe(program, '');
  return [program.name(), { flags, exits, keys }];
}

function describeOpenApi({ paths, webhooks, components }) {
  const operations = {};
  const codes = {};
  for (const [path, methods] of Object.entries({ ...paths, ...webhooks })) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      describeOperation(name, operation, operations);
      for (const [status, answer] of Object.entries(operation.responses)) {
        for (const code of answer['x-codes'] ?? []) codes[code] = Number(status);
      }
    }
  }
  const schemas = {};
  for (const [name, schema] of Object.entries(components.schemas)) {
    addSchema(name, '', schema, schemas);
  }
  return { operations, codes, schemas };
}

function describeOperation(name, operation, found) {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const scopes = operation['x-scopes'] ?? [];
  found[name] = [operationId, ...scopes].join(', ');
  for (const { in: place, name: parameter, required, schema } of parameters) {
    const mark = { query: '?', path: ':', header: '' }[place];
    addSchema(`${name} ${mark}${parameter}`, required ? 'required ' : '', schema, found);
  }
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    addSchema(`${name} ${type}`, '', schema, found);
  }
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const texts = Object.entries(content).map(([type, { schema }]) => `${type} ${textOf(schema)}`);
    found[`${name} ${status}`] = texts.join(', ') || 'no content';
    for (const { schema } of Object.values(content)) addInner(`${name} ${status}`, schema, found);
  }
}

function addSchema(name, prefix, schema, found) {
  const text = prefix + textOf(schema);
  const before = found[name];
  // Each variant may have its own type of a field.
  found[name] = before === undefined || before === text ? text : `${before} | ${text}`;
  addInner(name, schema, found);
}

/** Adds the fields and the values of an unnamed schema. */
function addInner(name, schema, found) {
  const { properties = {}, required = [], items, anyOf = [], additionalProperties } = schema;
  for (const value of schema.enum ?? ('const' in schema ? [schema.const] : [])) {
    found[`${name} = ${value}`] = 'value';
  }
  for (const [field, each] of Object.entries(properties)) {
    addSchema(`${name}.${field}`, required.includes(field) ? 'required ' : '', each, found);
  }
  if (items) addInner(`${name}[]`, items, found);
  if (typeof additionalProperties === 'object') addInner(`${name}.*`, additionalProperties, found);
  for (const variant of anyOf) addInner(name, variant, found);
}

function textOf({ $ref, type, format, items, anyOf, ...schema }) {
  if ($ref) return $ref.split('/').at(-1);
  if (anyOf) return anyOf.map(textOf).join(' or ');
  if (items) return `list of ${textOf(items)}`;
  if (type === undefined) return 'const' in schema ? typeof schema.const : 'any';
  return [type].flat().join(' or ') + (format ? ` ${format}` : '');
}

// Outcomes whose answer tells the sender when to retry.
const RETRIED = ['in_progress', 'timed_out', 'unavailable'];

function outcomes({ toAck }, names) {
  const prefix = 'Outcome.kind = ';
  const kinds = Object.keys(names)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const acks = kinds
    .filter((kind) => kind !== 'rejected')
    .map((kind) => [kind, { kind, ...(RETRIED.includes(kind) ? { retryAfter: 1 } : {}) }]);
  const retryLater = ['failed by RetryLater', { kind: 'failed', retryAfter: 1 }];
  return Object.fromEntries(
    [...acks, retryLater].map(([name, outcome]) => [name, textOfAck(toAck(outcome))]),
  );
}

function rejections({ toAck, statusByRejection }) {
  return Object.fromEntries(
    Object.keys(statusByRejection).map((code) => {
      const rejection = { ok: false, code };
      return [code, textOfAck(toAck({ kind: 'rejected', rejection }))];
    }),
  );
}

function textOfAck({ status, headers, body }) {
  return `${status} ${Object.keys(headers).sort().join(', ')} ${body}`;
}
