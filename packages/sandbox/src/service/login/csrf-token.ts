import { createHmac } from 'node:crypto';

/**
 * What a page of a session sends along with its changes, and no other page knows. It is of one tenant: a page that was opened
 * before the session acted as another tenant cannot change what it does not show.
 *
 * @param actingTenantId The tenant that the session acts as. Null: the account itself.
 */
export function csrfToken(sessionToken: string, actingTenantId: string | null): string {
  return createHmac('sha256', sessionToken)
    .update(`csrf:${actingTenantId ?? ''}`)
    .digest('base64url');
}
