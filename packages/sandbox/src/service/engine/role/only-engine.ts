import { sql } from 'drizzle-orm';
import type { Sql } from '../../db/sql.js';
import type { EngineRole } from './engine-role.js';

/** The role of the only process on its database. */
export function onlyEngine(db: Sql): EngineRole {
  return {
    mayRun: sql`true`,
    take: (body) => body(db),
    alone: (_inFlight, body) => body(),
    async close() {},
  };
}
