import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Log } from './log-requests.js';

/** Answers 404 as JSON: the last route. */
export const answerNotFound: RequestHandler = (_req, res) => {
  res.status(404).json({ error: 'not found' });
};

/** Answers an error as JSON: what the client did wrong is said to the client, everything else only to the log. */
export function answerErrors(log: Log): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const status = statusOf(error);
    const message = error instanceof Error ? error.message : String(error);
    if (status >= 500) log(`${req.method} ${req.originalUrl} failed: ${message}`);
    res.status(status).json({ error: status >= 500 ? 'internal error' : message });
  };
}

// express.json() puts a status on what it refuses.
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
