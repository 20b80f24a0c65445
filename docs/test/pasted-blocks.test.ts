import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ignoredStateOfFile } from '../../tests/support/kept.js';
import {
  createMysqlDatabase,
  isMysqlReachable,
  MYSQL,
} from '../../tests/support/mysql-database.js';
import { createScratchDatabase, isServerReachable } from '../../tests/support/scratch-database.js';
import { dropWhenUnused } from './support/drop-when-unused.js';
import { blocksOf, loadBlock } from './support/load-block.js';

// A block runs when it is pasted into an empty file: it has all imports, and uses no name that the page does not show.

const root = new URL('../../', import.meta.url);
const read = (page: string): string => readFileSync(new URL(page, root), 'utf8');
const pagesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);
const readmes = readdirSync(new URL('packages/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `packages/${name}/README.md`)
  // Private packages may have none.
  .filter((page) => existsSync(new URL(page, root)));

// Its blocks start a service, which takes seconds: docs/test-bulk runs them.
const sandbox = 'packages/sandbox/README.md';
// The blocks of these are recipes, which tests/frameworks runs.
const recipes = ['frameworks', 'vercel', 'netlify', 'bun'].map((name) => `docs/${name}.md`);
const pages = ['README.md', ...pagesIn('docs'), ...readmes].filter(
  (page) => page !== sandbox && !recipes.includes(page),
);

// Other tests run the blocks that register tests, the Redis clients, the folder of PGlite and the error tracker.
const isRunElsewhere = (code: string): boolean =>
  /from '(vitest|ioredis|redis|@sentry\/node)'|new PGlite\('/.test(code);
const isModule = (code: string): boolean =>
  code.startsWith('import ') && !code.includes("from './");
const blocks = pages.flatMap((page) =>
  [...blocksOf(read(page), 'ts'), ...blocksOf(read(page), 'js').filter(isModule)]
    .map((code, index) => ({ name: `${page}, ${index + 1}`, page, code }))
    .filter(({ code }) => !isRunElsewhere(code)),
);

const servers: Server[] = [];
const { listen } = Server.prototype;
const signals = ['SIGINT', 'SIGTERM'] as const;
// The clean-up of a block waits up to a minute for a connection of an ended pool.
ignoredStateOfFile.add('Timeout');

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', 'whsec_pasted');
  vi.stubEnv('SCREENING_API_KEY', 'sk_pasted');
  vi.stubEnv('DATABASE', ':memory:');
  // An API of the service without data.
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }));
  for (const method of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation(() => {});
  }
  // The pool of a block may end during its clean-up.
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  // The port of the page may be taken.
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    servers.push(this);
    const listening = given.find((argument) => typeof argument === 'function');
    return Reflect.apply(listen, this, [{ port: 0, host: '127.0.0.1' }, listening]);
  });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('no page hides declarations that its blocks need', () => {
  const hiding = [...pages, ...recipes, sandbox].filter((page) =>
    read(page).includes('<!-- given'),
  );
  expect(hiding).toEqual([]);
  expect(blocks.length).toBeGreaterThan(40);
});

/** The package of an import: `@scope/name` of `@scope/name/entry`. */
const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

// All recipes except the frameworks' recipes, whose readers have the framework.
const own = [...pages, sandbox, ...recipes.filter((page) => page !== 'docs/frameworks.md')];

it.each(own.filter((page) => /^```(ts|js)$/m.test(read(page))))(
  '%s installs what its blocks import',
  (page) => {
    const text = read(page);
    const code = ['ts', 'js'].flatMap((language) => blocksOf(text, language)).join('\n');
    const imported = code.matchAll(
      /^(?:import|export|\}|const)\b.* (?:from |require\()'([^']+)'/gm,
    );
    const needed = [...imported]
      .map(([, specifier = '']) => packageOf(specifier))
      .filter((name) => !name.startsWith('node:') && !name.startsWith('.'));
    const commands = [...text.matchAll(/(?:npm install|bun add) ([^`\n]*)/g)];
    const installed = new Set(commands.flatMap(([, words = '']) => words.split(/\s+/)));
    expect([...new Set(needed)].filter((name) => !installed.has(name))).toEqual([]);
  },
);

/** The pages whose blocks need a server. */
const ofPostgres = 'packages/postgres/README.md';
const ofMysql = 'packages/mysql/README.md';

/** Exports the pools of a block to the test, which ends them. */
const withPools = (code: string): string => `
export const pools: { end(): Promise<void> }[] = [];
function remember<P extends { end(): Promise<void> }>(pool: P): P {
  pools.push(pool);
  return pool;
}
${code.replaceAll(/new Pool\([^)]*\)|createPool\([^)]*\)/g, 'remember($&)')}`;

/** Runs the blocks of a page one after the other, and ends their pools. */
async function runAll(of: string): Promise<void> {
  for (const { code } of blocks.filter(({ page }) => page === of)) {
    const { pools } = await run(code, withPools);
    for (const pool of pools as { end(): Promise<void> }[]) await pool.end();
  }
}

async function run(code: string, edit?: (code: string) => string) {
  const before = signals.flatMap((signal) => process.listeners(signal));
  const loaded = await loadBlock(code, edit);
  // The signal handlers of a block end its timers.
  for (const signal of signals) {
    for (const stop of process.listeners(signal)) {
      if (before.includes(stop)) continue;
      process.off(signal, stop);
      await stop(signal);
    }
  }
  return loaded;
}

describe('runs as pasted', () => {
  it.each(blocks.filter(({ page }) => page !== ofPostgres && page !== ofMysql))(
    '$name',
    async ({ code }) => {
      await run(code);
    },
  );
});

describe.skipIf(!(await isServerReachable()))('runs as pasted, with PostgreSQL', () => {
  it('each block of the page of the store, one after the other in one database', async () => {
    const database = await createScratchDatabase();
    const { hostname, port, username, pathname } = new URL(database.url);
    vi.stubEnv('PGHOST', hostname);
    vi.stubEnv('PGPORT', port);
    vi.stubEnv('PGUSER', username);
    vi.stubEnv('PGDATABASE', pathname.slice(1));
    await runAll(ofPostgres);
    await dropWhenUnused(database);
  });
});

describe.skipIf(!(await isMysqlReachable()))('runs as pasted, with MariaDB', () => {
  it('each block of the page of the store, one after the other in one database', async () => {
    const database = await createMysqlDatabase();
    vi.stubEnv(
      'DATABASE_URL',
      `mysql://${MYSQL.user}@${MYSQL.host}:${MYSQL.port}/${database.name}`,
    );
    await runAll(ofMysql);
    await database.drop();
  });
});
