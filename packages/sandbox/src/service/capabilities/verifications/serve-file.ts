import { Hono } from 'hono';
import type { Sql } from '../../db/sql.js';
import { readClock } from '../../kernel/clock.js';
import { readSignedFile } from './file-records.js';
import type { FileUrls } from './file-url.js';

/** Serves uploaded files to holders of a signed address, as downloads that no browser runs. */
export function serveFiles(sql: Sql, urls: FileUrls): Hono {
  const app = new Hono();
  app.get('/files/:id', async (c) => {
    const id = c.req.param('id');
    const { now } = await readClock(sql);
    const valid = urls.isValid(id, new URL(c.req.url).searchParams, now);
    const file = valid ? await readSignedFile(sql, id) : undefined;
    if (!file) return c.text('This address is not valid, or no longer.', 404);
    return c.body(Buffer.from(file.content), 200, {
      'content-type': file.contentType,
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });
  return app;
}
