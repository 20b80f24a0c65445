import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { Countdown, Time } from '../../clock/time.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { counted } from '../../words/words-of.js';

/** The events of a verification, and where each was delivered. */
export function VerificationEvents({ verificationId }: { verificationId: string }) {
  const events = useList('listEvents', { subjectId: verificationId });
  const deliveries = useList('listWebhookDeliveries', { subjectId: verificationId });
  const error = events.error ?? deliveries.error;
  return (
    <Card title="Events and their deliveries">
      {error && <ErrorNote error={error} />}
      {events.isPending && <Loading />}
      {events.isSuccess && events.rows.length === 0 && (
        <Empty title="No event yet.">
          <p>There is one when the verification ends.</p>
        </Empty>
      )}
      <ul className="flex flex-col gap-4">
        {events.rows.map((event) => (
          <li key={event.id} className="flex min-w-0 flex-col gap-2">
            <Event event={event} />
            {deliveries.isSuccess && (
              <Deliveries rows={deliveries.rows.filter(({ eventId }) => eventId === event.id)} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Event({ event }: { event: Item<'listEvents'> }) {
  const { id, type, created, test } = event;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p>
        <Link to="/events/$id" params={{ id }} className="font-medium text-accent hover:underline">
          <Text>{type}</Text>
        </Link>
        {test && ' (test)'} · <Time value={created} /> · <Text mono>{id}</Text>
      </p>
      <details>
        <summary className="w-fit text-muted">Event as JSON</summary>
        <div className="mt-2">
          <CodeBlock label={`Event ${id} as JSON`} text={JSON.stringify(event, null, 2)} />
        </div>
      </details>
    </div>
  );
}

function Deliveries({ rows }: { rows: readonly Item<'listWebhookDeliveries'>[] }) {
  if (rows.length === 0) {
    return (
      <p className="pl-4 text-muted">
        It was not delivered: no endpoint of the integration took it.
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1 border-l-2 border-line pl-4">
      {rows.map(({ id, endpointId, status, attemptCount, nextAttemptAt }) => (
        <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Status value={status} />
          <Link to="/deliveries/$id" params={{ id }} className="min-w-0 hover:underline">
            <EndpointUrl id={endpointId} />
          </Link>
          <span className="text-muted">
            {counted(attemptCount, 'attempt')}
            {nextAttemptAt && (
              <>
                , next <Countdown to={nextAttemptAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function EndpointUrl({ id }: { id: string }) {
  const { data } = useOperation('getWebhookEndpoint', { path: { id } });
  return <Text mono>{data?.url ?? id}</Text>;
}
