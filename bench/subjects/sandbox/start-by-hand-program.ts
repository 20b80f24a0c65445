import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { templateFile } from '../../../packages/sandbox/src/service/db/package-files.js';

// The least that a service on PGlite does before its first answer: it opens a database with the tables, and listens.

const template = templateFile();
if (template === undefined) throw new Error('The database of the sandbox is not built.');
const database = await PGlite.create({ loadDataDir: new Blob([readFileSync(template)]) });
const server = createServer(async (_, response) => {
  await database.query('select 1');
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});
