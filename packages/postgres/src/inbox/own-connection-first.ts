import type { SqlQuery } from '../sql/sql-client.js';

/**
 * Runs statements on a connection of their own, so that they do not wait for connections that handlers hold. Through the
 * pool if that connection fails, or has not answered the statement before.
 */
export function ownConnectionFirst(own: SqlQuery, pool: SqlQuery): SqlQuery {
  let unanswered = 0;
  return async (text, values, ms) => {
    if (unanswered > 0) return pool(text, values, ms);
    unanswered += 1;
    try {
      return await own(text, values, ms);
    } catch {
      return pool(text, values, ms);
    } finally {
      unanswered -= 1;
    }
  };
}
