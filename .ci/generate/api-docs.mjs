// Writes the API reference to docs/api, which git ignores, or to the folder of --out: a page for each entry, from the docstrings of
// the packages' exports. With --check, only checks that it can be written. A warning (an export without a docstring, a dead link)
// is a failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Application } from 'typedoc';
import { anchorsIn, isRelative, linksIn } from '../markdown-links.mjs';
import { publishedPackages, root } from '../packages.mjs';
import { inScratch } from '../scratch.mjs';

const SOURCE = '@screening-webhooks/source';

// Methods of interfaces that describe objects of others: platforms, loggers, Node.
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
  '@screening-webhooks/mysql.MysqlPool.__type.promise',
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
  return publishedPackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, target]) => target[SOURCE])
      .map(([path, target]) => ({
        source: join(folder, target[SOURCE]),
        name: join(manifest.name, path),
      })),
  );
}

/** @returns whether the run ended without a warning. */
async function generate(out) {
  const app = await Application.bootstrapWithPlugins({
    name: 'API reference',
    entryPoints: entries().map(({ source }) => source),
    tsconfig: join(root, 'tsconfig.json'),
    // `npm run check:source` has checked them.
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    out,
    logLevel: 'Warn',
    readme: 'none',
    excludeInternal: true,
    // Members that an error inherits from Error.
    excludeExternals: true,
    // The repository has no address yet to link sources to.
    disableSources: true,
    validation: { invalidLink: true, notDocumented: true, notExported: false },
    packagesRequiringDocumentation: publishedPackages().map(({ manifest }) => manifest.name),
    // Not properties: many are fully described by their name and type.
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
  // TypeDoc names a module after its source, or after the folder if the source is an index.
  const moduleOf = (source) =>
    relative(join(root, 'packages'), source).replace(/(?:\/index)?\.ts$/, '');
  const names = new Map(entries().map(({ source, name }) => [moduleOf(source), name]));
  for (const module of project.children) module.name = names.get(module.name) ?? module.name;
  app.validate(project);
  await app.generateOutputs(project);
  const dead = deadLinks(out);
  for (const link of dead) console.error(link);
  return dead.length === 0 && !app.logger.hasErrors() && !app.logger.hasWarnings();
}

/** @returns the dead links of the pages. TypeDoc checks the links of docstrings, but not its own. */
function deadLinks(out) {
  const pages = readdirSync(out, { recursive: true }).filter((file) => file.endsWith('.md'));
  const read = (page) => readFileSync(join(out, page), 'utf8');
  const isDead = (page, link) => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(out, target))) return true;
    return anchor !== undefined && !anchorsIn(read(target)).has(anchor);
  };
  return pages.flatMap((page) =>
    linksIn(read(page))
      .filter((link) => isRelative(link) && isDead(page, link))
      .map((link) => `${page}: ${link} leads nowhere.`),
  );
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'docs/api') },
  },
});
const ok = values.check ? await inScratch('api', generate) : await generate(values.out);
if (!ok) process.exitCode = 1;
