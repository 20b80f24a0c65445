import { eq, sql } from 'drizzle-orm';
import type { Changes } from '../db/changes.js';
import { tenants } from '../db/schema/index.js';
import { prepareOnce, type Sql } from '../db/sql.js';

export type TenantStatus = (typeof tenants.$inferSelect)['status'];
export type TenantLock = 'share' | 'update';

const statements = { share: holding('share'), update: holding('update') };

function holding(lock: TenantLock) {
  return prepareOnce((tx) =>
    tx
      .select({ status: tenants.status })
      .from(tenants)
      .where(eq(tenants.id, sql.placeholder('id')))
      .for(lock)
      .prepare(`hold_tenant_for_${lock}`),
  );
}

/** @param changes `undefined` if other processes change tenants too: each is locked. Otherwise, active ones are known until a change. */
export function tenantHolder(changes: Changes | undefined) {
  const active = new Set<string>();
  let knownAt: number | undefined;
  return async (tx: Sql, id: string, lock: TenantLock): Promise<TenantStatus> => {
    if (changes?.count !== knownAt) active.clear();
    knownAt = changes?.count;
    // No other transaction runs on the one connection of the database.
    if (active.has(id)) return 'active';
    const [tenant] = await statements[lock](tx).execute({ id });
    if (changes && tenant?.status === 'active') active.add(id);
    // A reset has removed it.
    return tenant?.status ?? 'closed';
  };
}
