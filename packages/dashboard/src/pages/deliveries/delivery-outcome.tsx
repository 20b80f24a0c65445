import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { WaitNote } from '../../clock/wait-note.js';
import { refusalFor } from '../../resource/refusal.js';
import { Text } from '../../ui/text.js';
import { causeSentence, verdictSentence } from '../../words/diagnosis.js';
import { type Delivery, diagnosedOf, ownAttempt } from './delivery.js';
import { useListedEndpoint } from './endpoint-host.js';
import { NextStep } from './next-step.js';

const tones = {
  bad: ['border-bad bg-bad-soft', 'text-bad'],
  warn: ['border-warn bg-warn-soft', 'text-warn'],
  ok: ['border-ok bg-ok-soft', 'text-ok'],
  info: ['border-info bg-info-soft', ''],
} as const;

export function DeliveryOutcome({ delivery }: { delivery: Delivery }) {
  const { attempts, succeededAt, cause, endpointId } = delivery;
  const last = ownAttempt(attempts);
  const diagnosed = diagnosedOf(last);
  const failed = last?.error ? diagnosed : undefined;
  // Without an answer, the receiver may not have checked the signature.
  const judged = diagnosed?.diagnosis.cause.status === null ? undefined : diagnosed;
  const isWrong = succeededAt !== null && Boolean(diagnosed?.diagnosis.next);
  const [box, text] = tones[failed ? 'bad' : isWrong ? 'warn' : succeededAt ? 'ok' : 'info'];
  const headline = `text-base font-medium ${text}`;
  return (
    <section
      aria-label="Outcome"
      className={`flex flex-col gap-1 rounded-lg border-l-4 px-4 py-3 ${box}`}
    >
      {failed && (
        <p className={headline}>
          {succeededAt && 'The replay failed. '}
          <Text>{causeSentence(failed)}</Text>
        </p>
      )}
      {succeededAt && (
        <p className={failed ? '' : headline}>
          Delivered at <Time value={succeededAt} />.
        </p>
      )}
      {judged && (
        <p>
          <Text>{verdictSentence(judged.diagnosis)}</Text>
        </p>
      )}
      {diagnosed && <NextStep delivery={delivery} attempt={diagnosed} />}
      {cause && <SameFailures endpointId={endpointId} cause={cause} />}
      <Outlook delivery={delivery} runs={last?.state === 'started'} />
    </section>
  );
}

function SameFailures({ endpointId, cause }: Pick<Delivery, 'endpointId' | 'cause'>) {
  const { data } = useOperation('getWebhookDeliveryFailures', { query: { endpointId } });
  const group = data?.failures.find((each) => each.cause.code === cause);
  if (!group || group.deliveries < 2) return null;
  const count = `${group.deliveries.toLocaleString('en-US')}${group.complete ? '' : ' or more'}`;
  return (
    <p>
      <Link to="/deliveries" search={{ endpointId, cause: group.cause.code }} className="underline">
        {count} deliveries to this endpoint failed the same way
      </Link>{' '}
      since <Time value={group.since} />.
    </p>
  );
}

function Outlook({ delivery, runs }: { delivery: Delivery; runs: boolean }) {
  const { endpointId, nextAttemptAt, succeededAt, status } = delivery;
  const { data: endpoint } = useListedEndpoint(endpointId);
  if (nextAttemptAt) return <WaitNote kind="attempt" at={nextAttemptAt} />;
  if (runs) return <p>An attempt is in progress.</p>;
  if (succeededAt) return null;
  if (refusalFor('replayWebhookDelivery', delivery) === undefined) {
    return <p>No attempts are left. Replay the delivery.</p>;
  }
  return (
    <p>
      No attempt is due while the delivery is {status}.
      {endpoint?.paused && ' Its endpoint is paused.'}
    </p>
  );
}
