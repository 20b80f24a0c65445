import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/**
 * Lets a request pass that carries `Authorization: Bearer <apiKey>`, and answers 401 to every other.
 *
 * @throws TypeError for an empty key, which would let everybody in.
 */
export function requireApiKey(apiKey: string): RequestHandler {
  if (apiKey === '') throw new TypeError('apiKey: expected a non-empty string. Set API_KEY.');
  const expected = digest(`Bearer ${apiKey}`);
  return (req, res, next) => {
    if (timingSafeEqual(digest(req.headers.authorization ?? ''), expected)) return next();
    res.status(401).json({ error: 'unauthorized' });
  };
}

// Digests have one length, which timingSafeEqual asks for.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
