import type { Context } from 'hono';
import type { FindSession } from './find-session.js';

/** What a page of the dashboard shows of its session. */
export interface PageSession {
  /** For the header `X-CSRF-Token`, and for the field `csrf` of forms. */
  readonly csrfToken: string;
  /** The name of the account that is signed in. */
  readonly tenantName: string;
  /** The tenant that the session acts as. Null: the account itself. */
  readonly actingTenant: { readonly id: string; readonly name: string } | null;
  /** Whether it may use what only partners may: not while it acts as a tenant. */
  readonly partner: boolean;
}

/** Reads the session of a visitor. Undefined: nobody is signed in. */
export type ReadSession = (c: Context) => Promise<PageSession | undefined>;

export function sessionReader(find: FindSession): ReadSession {
  return async (c) => {
    const session = await find(c.req.raw);
    if (!session) return undefined;
    const { csrfToken, account, actingTenant, tenant } = session;
    return {
      csrfToken,
      tenantName: account.name,
      actingTenant: actingTenant && { id: actingTenant.id, name: actingTenant.name },
      partner: tenant.partner,
    };
  };
}
