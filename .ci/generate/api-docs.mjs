// Writes the API reference from the docstrings of what the packages export, a page for each entry. With --check, compares it
// with the committed one instead. A warning (an export without a docstring, a link that leads nowhere) is a failure.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Application } from 'typedoc';
import { publishedPackages, root } from '../packages.mjs';

const committed = join(root, 'docs/api');
const SOURCE = '@screening-webhooks/source';

// Each version may change what it exports.
const WITHOUT_API = ['@screening-webhooks/terminal'];

// Methods of interfaces that stand for objects of others: platforms, loggers, Node.
const OF_OTHERS = [
  '@screening-webhooks/cloudflare.D1Binding.prepare',
  '@screening-webhooks/cloudflare.D1Binding.batch',
  '@screening-webhooks/cloudflare.DurableObjectBinding.idFromName',
  '@screening-webhooks/cloudflare.DurableObjectBinding.get',
  '@screening-webhooks/cloudflare.DurableObjectStateBinding.blockConcurrencyWhile',
  '@screening-webhooks/cloudflare.DurableObjectStateBinding.storage.__type.getAlarm',
  '@screening-webhooks/cloudflare.DurableObjectStateBinding.storage.__type.setAlarm',
  '@screening-webhooks/cloudflare.DurableObjectStateBinding.storage.__type.sql.__type.exec',
  '@screening-webhooks/cloudflare.DurableObjectStateBinding.storage.__type.sql.__type.exec.__type.toArray',
  '@screening-webhooks/cloudflare.QueueBinding.send',
  '@screening-webhooks/cloudflare.QueueMessage.ack',
  '@screening-webhooks/cloudflare.QueueMessage.retry',
  '@screening-webhooks/core.HeaderValue.__type.get',
  '@screening-webhooks/opentelemetry.OutcomeLogger.info',
  '@screening-webhooks/opentelemetry.OutcomeLogger.warn',
  '@screening-webhooks/opentelemetry.OutcomeLogger.error',
  '@screening-webhooks/testing/faults.WritableRequest.write',
  '@screening-webhooks/testing/faults.WritableRequest.end',
  '@screening-webhooks/testing/faults.WritableRequest.once',
  '@screening-webhooks/testing/faults.WritableRequest.off',
];

/** The source of each entry, with the name that it is imported by. */
function entries() {
  return publishedPackages()
    .filter(({ manifest }) => !WITHOUT_API.includes(manifest.name))
    .flatMap(({ folder, manifest }) =>
      Object.entries(manifest.exports)
        .filter(([, target]) => target[SOURCE])
        .map(([path, target]) => ({
          source: join(folder, target[SOURCE]),
          name: join(manifest.name, path),
        })),
    );
}

/** @returns whether all went without a warning. */
async function generate(out) {
  const app = await Application.bootstrapWithPlugins({
    name: 'API reference',
    entryPoints: entries().map(({ source }) => source),
    tsconfig: join(root, 'tsconfig.json'),
    // `npm run check:types` has checked them.
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    out,
    logLevel: 'Warn',
    readme: 'none',
    excludeInternal: true,
    // What an error inherits from Error.
    excludeExternals: true,
    // Lines of sources would change with every edit.
    disableSources: true,
    validation: { invalidLink: true, notDocumented: true, notExported: false },
    packagesRequiringDocumentation: publishedPackages().map(({ manifest }) => manifest.name),
    // Not properties: the name and the type of many say all that there is to say.
    requiredToBeDocumented: ['Class', 'Enum', 'Function', 'Interface', 'TypeAlias', 'Variable'],
    intentionallyNotDocumented: OF_OTHERS,
    outputFileStrategy: 'modules',
    entryFileName: 'README',
    // The plugin's anchors are not always GitHub's: SandboxFault and Sandbox.fault.
    useHTMLAnchors: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    interfacePropertiesFormat: 'table',
    parametersFormat: 'table',
    propertyMembersFormat: 'table',
    typeDeclarationFormat: 'table',
  });
  const project = await app.convert();
  if (!project) return false;
  // TypeDoc names a module after the folder of its source.
  const folderOf = (source) => relative(join(root, 'packages'), dirname(source));
  const names = new Map(entries().map(({ source, name }) => [folderOf(source), name]));
  for (const module of project.children) module.name = names.get(module.name) ?? module.name;
  app.validate(project);
  await app.generateOutputs(project);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
}

/** @returns the pages whose text is not the same in both folders. */
function differences(one, other) {
  const pagesOf = (folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.md'))
      : [];
  const read = (folder, page) =>
    existsSync(join(folder, page)) ? readFileSync(join(folder, page), 'utf8') : undefined;
  const pages = new Set([...pagesOf(one), ...pagesOf(other)]);
  return [...pages].filter((page) => read(one, page) !== read(other, page)).sort();
}

async function check() {
  const scratch = mkdtempSync(join(tmpdir(), 'screening-webhooks-api-'));
  try {
    if (!(await generate(scratch))) return false;
    const pages = differences(committed, scratch);
    for (const page of pages) {
      console.error(`docs/api/${page} is not up to date: run \`npm run generate:api-docs\`.`);
    }
    return pages.length === 0;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const ok = process.argv.includes('--check') ? await check() : await generate(committed);
if (!ok) process.exitCode = 1;
