import type { Framework } from '../detect.js';
import type { SqliteDriver } from '../sqlite-driver.js';
import { type Dialect, importLine } from './dialect.js';

const HANDLERS = `{
    'document_verification.completed': async ({ data }) => console.log('activate', data.externalId),
    'document_verification.recorded': async ({ data }) => console.log('review', data.externalId),
    'document_verification.failed': async ({ data }) => console.log('inform', data.externalId),
  }`;

const COMMENT = `// It is read for each delivery. Without it the answer is 503, the log says so, and the service delivers again.`;

const NOT_SET = `if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
  return SCREENING_SECRET;`;

// Not awaited: a file that is compiled to CommonJS has no await at its top level.
const STORE = `
// Events that have been processed are remembered in this file, also after a restart.
const { SCREENING_DATABASE = 'screening.db' } = process.env;
const store = sqliteStore(new Database(SCREENING_DATABASE));
// Creates the table. When it fails, the process ends and says why.
void store.migrate();
`;

/** The receiver file of a framework. It remembers events in memory, or in a file with a driver of SQLite. */
export function receiverFile(
  framework: Framework,
  dialect: Dialect,
  driver?: SqliteDriver,
): string {
  const { module, typescript } = dialect;
  const typed = (annotation: string): string => (typescript ? annotation : '');
  const load = importLine(dialect);
  const dedupe = driver ? '\n  dedupe: store,' : '';
  const options = `{\n  secret: signingSecret,${dedupe}\n  handlers: ${HANDLERS},\n}`;
  if (framework === 'next') {
    return `${load('{ createReceiver }', '@screening-webhooks/core')}
${COMMENT}
function signingSecret()${typed(': string')} {
  const { SCREENING_SECRET } = process.env;
  ${NOT_SET}
}

const receiver = createReceiver(${options});

export const POST = receiver.fetch;
`;
  }
  const hono = framework === 'hono';
  const imports =
    load('{ webhook }', `@screening-webhooks/${framework}`) +
    (driver ? load('{ sqliteStore }', '@screening-webhooks/sqlite') : '') +
    (hono ? typed(load('{ type Context }', 'hono')) + load('{ env }', 'hono/adapter') : '') +
    (driver ? load(driver.names, driver.module) : '');
  const parameter = hono ? `c${typed(': Context')}` : '';
  const source = hono ? `env${typed('<{ SCREENING_SECRET?: string }>')}(c)` : 'process.env';
  const exported = module === 'esm' || typescript;
  return `${imports}${driver ? STORE : ''}
${COMMENT}
function signingSecret(${parameter})${typed(': string')} {
  const { SCREENING_SECRET } = ${source};
  ${NOT_SET}
}

${exported ? 'export ' : ''}const screening = webhook(${options});
${exported ? '' : '\nmodule.exports = { screening };\n'}`;
}
