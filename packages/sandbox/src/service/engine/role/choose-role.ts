import { sql } from 'drizzle-orm';
import type { Storage } from '../../config/service-config.js';
import { engineLease } from '../../db/schema/index.js';
import type { Sql, Transact } from '../../db/sql.js';
import { engineHolder } from './engine-holder.js';
import { type EngineRole, taking } from './engine-role.js';

/** @param onHeld Called when this process may run jobs that another ran before. */
export function chooseRole(
  db: Sql,
  transact: Transact,
  storage: Storage,
  onHeld: () => void,
  onError: (error: unknown) => void,
): EngineRole {
  if (storage.kind !== 'postgres') return onlyEngine(db);
  return storage.controls ? engineHolder(db, transact, onHeld, onError) : oneOfMany(transact);
}

/** The role of the only process on its database. */
export function onlyEngine(db: Sql): EngineRole {
  return {
    mayRun: sql`true`,
    take: (body) => body(db),
    alone: (_inFlight, body) => body(),
    async close() {},
  };
}

/** The role of a process that shares the jobs with all others. It pauses while another has the controls of the clock. */
export function oneOfMany(transact: Transact): EngineRole {
  return {
    mayRun: sql`not exists (select from ${engineLease} where ${engineLease.until} > now())`,
    take: (body) => taking(transact, body),
    alone() {
      throw new Error('Only a process that was started with --controls can stop the others.');
    },
    async close() {},
  };
}
