import { Status } from '../../ui/status.js';

/** Whether a key still works. */
export function KeyState({ apiKey }: { apiKey: { readonly revokedAt: string | null } }) {
  return <Status value={apiKey.revokedAt === null ? 'active' : 'revoked'} />;
}
