import type { RequestHandler } from 'express';

/** Writes one line to the app's log. */
export type Log = (line: string) => void;

/** Logs a line for each request when it is answered: `POST /clinicians 201 3 ms`. */
export function logRequests(log: Log): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    res.once('finish', () => {
      const ms = Math.round(performance.now() - startedAt);
      log(`${req.method} ${req.originalUrl} ${res.statusCode} ${ms} ms`);
    });
    next();
  };
}
