import type { Middleware } from 'koa';

/** Writes one line to the app's log. */
export type Log = (line: string) => void;

/** Logs a line for each answered request: `POST /credentials 201`. */
export function logRequests(log: Log): Middleware {
  return async (ctx, next) => {
    await next();
    log(`${ctx.method} ${ctx.path} ${ctx.status}`);
  };
}
