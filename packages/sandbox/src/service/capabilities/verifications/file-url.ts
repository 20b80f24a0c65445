import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Sql } from '../../db/sql.js';
import { Problem } from '../../http/problem.js';
import { readClock } from '../../kernel/clock.js';
import { isSameText } from '../../kernel/identity.js';
import { readSignedFile, streamContent } from './records.js';

const THIRTY_DAYS = 30 * 86_400_000;

export type FileUrls = ReturnType<typeof fileUrls>;

/** Signs the addresses of files, which are valid for 30 virtual days. */
export function fileUrls(secret: string) {
  const sign = (fileId: string, expires: string): string =>
    createHmac('sha256', secret).update(`${fileId}.${expires}`).digest('base64url');
  return {
    /** @param from The time from which it is valid. */
    urlOf(origin: string, fileId: string, from: Date): string {
      const expires = String(Math.floor((from.getTime() + THIRTY_DAYS) / 1000));
      return `${origin}/files/${fileId}?exp=${expires}&sig=${sign(fileId, expires)}`;
    },
    isValid(fileId: string, query: URLSearchParams, now: Date): boolean {
      const expires = query.get('exp') ?? '';
      const genuine = isSameText(sign(fileId, expires), query.get('sig') ?? '');
      return genuine && Number(expires) * 1000 > now.getTime();
    },
  };
}

/** Serves uploaded files to holders of a signed address, as downloads that no browser runs. */
export function serveFiles(sql: Sql, urls: FileUrls, onError: (error: unknown) => void): Hono {
  const app = new Hono();
  app.get('/files/:id', async (c) => {
    const id = c.req.param('id');
    const { now } = await readClock(sql);
    const valid = urls.isValid(id, new URL(c.req.url).searchParams, now);
    const file = valid ? await readSignedFile(sql, id) : undefined;
    if (!file) {
      throw new Problem('resource_not_found', 'This address is invalid or has expired.');
    }
    return c.body(streamContent(sql, file, onError), 200, {
      'content-length': String(file.size),
      'content-type': file.contentType,
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });
  return app;
}
