import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Name } from '../../resource/references.js';
import { Status } from '../../ui/status.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

/** How an endpoint does, and whether it is paused. */
export function EndpointStatus({ health, paused }: Pick<Endpoint, 'health' | 'paused'>) {
  return (
    <span className="inline-flex gap-1">
      <Status value={health.status} />
      {paused && <Status value="paused" />}
    </span>
  );
}

/** Who has an endpoint, by name. */
export function OwnerName({ owner }: Pick<Endpoint, 'owner'>) {
  return owner.type === 'account' ? 'The account' : <Name kind="integration" id={owner.id} />;
}

/** How the last attempts of an endpoint went. */
export function HealthSentence({
  health: { failuresInARow, lastSuccessAt, lastFailureAt },
}: Pick<Endpoint, 'health'>) {
  if (lastSuccessAt === null && lastFailureAt === null) return <>Nothing was attempted yet.</>;
  const lastSuccess =
    lastSuccessAt === null ? (
      'No attempt has succeeded yet.'
    ) : (
      <>
        The last success was <Countdown to={lastSuccessAt} />.
      </>
    );
  if (failuresInARow === 0 || lastFailureAt === null) return lastSuccess;
  return (
    <>
      {failuresInARow === 1
        ? 'The last attempt failed, '
        : `The last ${failuresInARow} attempts failed, the latest `}
      <Countdown to={lastFailureAt} />. {lastSuccess}
    </>
  );
}
