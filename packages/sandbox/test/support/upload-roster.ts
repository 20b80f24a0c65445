import type { TestService } from './service.js';

/** A roster of one person. The upload names the role. */
export const smallRoster =
  'first_name,last_name,email,work_state\nAna,Lopez,ana.lopez@example.com,CA\n';

/** Uploads a roster as CSV, and returns the import. */
export function uploadRoster(
  { send }: TestService,
  roster: string,
  query = '',
  options: { readonly key?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'text/csv' };
  return send('POST', `/v1/bulk-imports${query}`, roster, { ...options, headers });
}
