import { Pool } from 'pg';
import { postgresInbox } from '../../src/inbox/index.js';

// A worker that starts an event, says so, and never ends it: the test kills it.
const [url = '', lease = ''] = process.argv.slice(2);
const inbox = postgresInbox(new Pool({ connectionString: url }), { lease: Number(lease) });
await inbox.work((event) => {
  process.stdout.write(event.id);
  return new Promise(() => {});
});
