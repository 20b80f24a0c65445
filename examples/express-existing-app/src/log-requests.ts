import type { RequestHandler } from 'express';

/** Takes one line of the app's log. */
export type Log = (line: string) => void;

/** Logs a line for each request once it was answered: `POST /clinicians 201 3 ms`. */
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
