import { once } from 'node:events';
import { Pool } from 'pg';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';

// A worker in a process of its own, with the URL of a database and the options of the inbox as arguments. It prints the id
// of each event that it starts, and the name of each error. Its handlers end when something is written to its stdin.
const [url = '', options = '{}'] = process.argv.slice(2);
const settings: PostgresInboxOptions = JSON.parse(options);
const inbox = postgresInbox(new Pool({ connectionString: url, max: 12 }), {
  ...settings,
  onError: ({ name }) => process.stdout.write(`${name}\n`),
});
const written = once(process.stdin, 'data');
await inbox.work(async (event) => {
  process.stdout.write(`${event.id}\n`);
  await written;
  return { kind: 'processed' };
});
