import { Pool } from 'pg';
import { postgresInbox } from '../../src/inbox/index.js';

// A worker that starts an event, prints its id and never finishes it. The test kills this process.
const [url = '', lease = ''] = process.argv.slice(2);
const inbox = postgresInbox(new Pool({ connectionString: url }), { lease: Number(lease) });
await inbox.work((event) => {
  process.stdout.write(event.id);
  return new Promise(() => {});
});
