import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/**
 * Passes a request with `Authorization: Bearer <apiKey>`, and answers 401 to any other.
 *
 * @throws TypeError for an empty key, which any client could send.
 */
export function requireApiKey(apiKey: string): RequestHandler {
  if (apiKey === '') throw new TypeError('apiKey: expected a non-empty string. Set API_KEY.');
  const expected = digest(`Bearer ${apiKey}`);
  return (req, res, next) => {
    if (timingSafeEqual(digest(req.headers.authorization ?? ''), expected)) return next();
    res.status(401).json({ error: 'unauthorized' });
  };
}

// timingSafeEqual requires equal lengths, which digests have.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
