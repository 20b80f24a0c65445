import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { Countdown, Time } from '../../clock/time.js';
import { useNow } from '../../clock/use-clock.js';
import { whyNot } from '../../resource/why-not.js';
import { Text } from '../../ui/text.js';
import { checkLinkOf } from './check-link.js';
import { useListedEndpoint } from './endpoint-host.js';
import { ownAttempt } from './own-attempt.js';

type Delivery = Answer<'getWebhookDelivery'>;

/** Why a delivery has failed, if it has, and what happens next. */
export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { attempts, succeededAt } = delivery;
  const last = ownAttempt(attempts);
  const error = last?.error;
  const checkLink = checkLinkOf(delivery);
  const tone = error
    ? 'border-bad bg-bad-soft text-bad'
    : succeededAt
      ? 'border-ok bg-ok-soft text-ok'
      : 'border-info bg-info-soft text-info';
  return (
    <section
      aria-label="Outcome"
      className={`flex flex-col gap-1 rounded-lg border-l-4 px-4 py-3 ${tone}`}
    >
      {error && (
        <p className="text-base font-medium">
          {succeededAt && 'The replay has failed. '}
          <Text>{error.message}</Text>
        </p>
      )}
      {succeededAt && (
        <p className={error ? '' : 'text-base font-medium'}>
          Delivered at <Time value={succeededAt} />.
        </p>
      )}
      <Next delivery={delivery} runs={last?.state === 'started'} />
      {checkLink !== undefined && (
        <p>
          {/* In a tab of its own: the secret is on the page of the endpoint. */}
          <a href={checkLink} target="_blank" rel="noreferrer" className="underline">
            Check its signature
          </a>
        </p>
      )}
    </section>
  );
}

function Next({ delivery, runs }: { delivery: Delivery; runs: boolean }) {
  const { endpointId, nextAttemptAt, succeededAt, status } = delivery;
  const now = useNow();
  if (nextAttemptAt) {
    if (Date.parse(nextAttemptAt) <= now) return <p>The next attempt is due now.</p>;
    return (
      <p>
        The next attempt is <Countdown to={nextAttemptAt} />.
      </p>
    );
  }
  if (runs) return <p>An attempt is being made.</p>;
  if (succeededAt) return null;
  if (whyNot('replayWebhookDelivery', delivery) === undefined) {
    return <p>No attempt is left: replay it.</p>;
  }
  return (
    <p>
      No attempt is due while the delivery is {status}. <IfPaused endpointId={endpointId} />
    </p>
  );
}

function IfPaused({ endpointId }: { endpointId: string }) {
  const { data: endpoint } = useListedEndpoint(endpointId);
  if (!endpoint?.paused) return null;
  return (
    <Link to="/endpoints/$id" params={{ id: endpointId }} className="underline">
      Its endpoint is paused.
    </Link>
  );
}
