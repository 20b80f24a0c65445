import type { Answer } from '../../api/operations.js';
import { Name } from '../../resource/references.js';

/** Who has an endpoint, by name. */
export function OwnerName({ owner }: { owner: Answer<'getWebhookEndpoint'>['owner'] }) {
  return owner.type === 'account' ? 'The account' : <Name kind="integration" id={owner.id} />;
}
