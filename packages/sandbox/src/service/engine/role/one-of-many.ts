import { sql } from 'drizzle-orm';
import { engineLease } from '../../db/schema/index.js';
import type { Transact } from '../../db/transact.js';
import type { EngineRole } from './engine-role.js';
import { taking } from './taking.js';

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
