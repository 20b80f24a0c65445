import type { Storage } from '../../config/service-config.js';
import type { Sql } from '../../db/sql.js';
import type { Transact } from '../../db/transact.js';
import { EngineHolder } from './engine-holder.js';
import type { EngineRole } from './engine-role.js';
import { oneOfMany } from './one-of-many.js';
import { onlyEngine } from './only-engine.js';

/** @param onHeld Called when this process may run jobs that another ran before. */
export function engineRole(
  sql: Sql,
  transact: Transact,
  storage: Storage,
  onHeld: () => void,
  onError: (error: unknown) => void,
): EngineRole {
  if (storage.kind !== 'postgres') return onlyEngine(sql);
  return storage.controls ? new EngineHolder(sql, transact, onHeld, onError) : oneOfMany(transact);
}
