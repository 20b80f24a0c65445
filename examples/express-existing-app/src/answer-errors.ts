import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Log } from './log-requests.js';

/** Answers 404 as JSON: the last route. */
export const answerNotFound: RequestHandler = (_req, res) => {
  res.status(404).json({ error: 'not found' });
};

/** Answers an error as JSON. The client gets the message of a 4xx; any other error is only logged. */
export function answerErrors(log: Log): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const status = statusOf(error);
    const message = error instanceof Error ? error.message : String(error);
    if (status >= 500) log(`${req.method} ${req.originalUrl} failed: ${message}`);
    res.status(status).json({ error: status >= 500 ? 'internal error' : message });
  };
}

// The errors of express.json() have a status.
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500;
}
