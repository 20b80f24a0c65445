import type { Framework } from '../detect.js';

/** What a template depends on. */
export interface Dialect {
  readonly module: 'esm' | 'commonjs';
  readonly typescript: boolean;
}

const HANDLERS = `{
    'document_verification.completed': async ({ data }) => console.log('activate', data.externalId),
    'document_verification.recorded': async ({ data }) => console.log('review', data.externalId),
    'document_verification.failed': async ({ data }) => console.log('inform', data.externalId),
  }`;

const COMMENT = `// It is read for each delivery. Without it the answer is 503, the log says so, and the service delivers again.`;

const NOT_SET = `if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
  return SCREENING_SECRET;`;

/** The receiver file of a framework. */
export function receiverFile(framework: Framework, { module, typescript }: Dialect): string {
  const typed = (annotation: string): string => (typescript ? annotation : '');
  const load = (names: string, from: string): string =>
    module === 'esm' || typescript
      ? `import { ${names} } from '${from}';\n`
      : `const { ${names} } = require('${from}');\n`;
  const options = `{\n  secret: signingSecret,\n  handlers: ${HANDLERS},\n}`;
  if (framework === 'next') {
    return `${load('createReceiver', '@screening-webhooks/core')}
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
    load('webhook', `@screening-webhooks/${framework}`) +
    (hono ? typed(load('type Context', 'hono')) + load('env', 'hono/adapter') : '');
  const parameter = hono ? `c${typed(': Context')}` : '';
  const source = hono ? `env${typed('<{ SCREENING_SECRET?: string }>')}(c)` : 'process.env';
  const exported = module === 'esm' || typescript;
  return `${imports}
${COMMENT}
function signingSecret(${parameter})${typed(': string')} {
  const { SCREENING_SECRET } = ${source};
  ${NOT_SET}
}

${exported ? 'export ' : ''}const screening = webhook(${options});
${exported ? '' : '\nmodule.exports = { screening };\n'}`;
}
