import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Name } from '../../resource/references.js';
import { Status } from '../../ui/status.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

const healthWords = {
  unused: 'Not used yet',
  never_worked: 'Never worked',
  failing: 'Failing',
  recovering: 'Recovering',
  working: 'Working',
} as const satisfies Record<Endpoint['health']['recent'], string>;

export function EndpointStatus({
  health: { recent },
  paused,
}: Pick<Endpoint, 'health' | 'paused'>) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Status value={recent} text={healthWords[recent]} />
      {paused && <Status value="paused" text="Paused" />}
    </span>
  );
}

export function OwnerName({ owner }: Pick<Endpoint, 'owner'>) {
  return owner.type === 'account' ? 'The account' : <Name kind="integration" id={owner.id} />;
}

export function HealthSentence({
  health: { failuresInARow, lastSuccessAt, lastFailureAt },
}: Pick<Endpoint, 'health'>) {
  if (lastSuccessAt === null && lastFailureAt === null) return <>No attempts yet.</>;
  return (
    <>
      {failuresInARow > 0 && lastFailureAt !== null && (
        <>
          {failuresInARow === 1
            ? 'The last attempt failed, '
            : `The last ${failuresInARow} attempts failed, the latest `}
          <Countdown to={lastFailureAt} />.{' '}
        </>
      )}
      {lastSuccessAt !== null && (
        <>
          The last success was <Countdown to={lastSuccessAt} />.
        </>
      )}
    </>
  );
}
