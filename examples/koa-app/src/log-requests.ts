import type { Middleware } from 'koa';

/** Takes one line of the app's log. */
export type Log = (line: string) => void;

/** Logs a line for each request that was answered: `POST /credentials 201`. */
export function logRequests(log: Log): Middleware {
  return async (ctx, next) => {
    await next();
    log(`${ctx.method} ${ctx.path} ${ctx.status}`);
  };
}
