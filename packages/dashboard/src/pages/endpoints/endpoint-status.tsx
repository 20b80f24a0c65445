import type { Answer } from '../../api/operations.js';
import { Name } from '../../resource/references.js';
import { Status } from '../../ui/status.js';

/** How an endpoint does, and whether it is paused. */
export function EndpointStatus({
  endpoint: { health, paused },
}: {
  endpoint: Pick<Answer<'getWebhookEndpoint'>, 'health' | 'paused'>;
}) {
  return (
    <span className="inline-flex gap-1">
      <Status value={health.status} />
      {paused && <Status value="paused" />}
    </span>
  );
}

/** Who has an endpoint, by name. */
export function OwnerName({ owner }: { owner: Answer<'getWebhookEndpoint'>['owner'] }) {
  return owner.type === 'account' ? 'The account' : <Name kind="integration" id={owner.id} />;
}
