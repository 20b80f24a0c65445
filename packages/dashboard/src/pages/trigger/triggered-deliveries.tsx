import type { Triggered } from '../../api/controls.js';
import { useList } from '../../api/list-feed.js';
import { IdLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { DataTable } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { LinkButton } from '../../ui/link-button.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';

/** The last events that this page has triggered. */
export interface Sent {
  readonly triggered: Triggered;
  readonly type: string;
  /** Virtual time before it was sent, ISO 8601. */
  readonly since: string;
}

/** The deliveries of what was triggered last, as they come. */
export function TriggeredDeliveries(sent: Sent) {
  const { triggered } = sent;
  const filter = filterOf(sent);
  const { rows, error, isSuccess } = useList('listWebhookDeliveries', filter);
  const ids = 'events' in triggered && new Set(triggered.events.map(({ id }) => id));
  const shown = ids ? rows.filter(({ eventId }) => ids.has(eventId)) : rows;
  return (
    <Card
      title="Sent"
      flush
      actions={<LinkButton to="/deliveries" search={filter} label="Open as a list" />}
    >
      {'verificationIds' in triggered && <Ordered ids={triggered.verificationIds} />}
      {error && <ErrorNote error={error} />}
      {shown.length > 0 && (
        <DataTable
          label="Deliveries of what was sent"
          columns={deliveryColumns}
          rows={shown}
          rowId={({ id }) => id}
        />
      )}
      {isSuccess && shown.length === 0 && <Nothing isOrdered={!ids} />}
    </Card>
  );
}

/** What finds the deliveries with one request, which live updates repeat. */
function filterOf({ triggered, type, since }: Sent): Record<string, string> {
  if ('events' in triggered) {
    const [event, another] = triggered.events;
    if (event && !another) return { eventId: event.id };
  } else {
    const [subjectId, another] = triggered.verificationIds;
    if (subjectId !== undefined && another === undefined) return { subjectId };
  }
  return { eventType: type, createdAfter: since };
}

function Ordered({ ids }: { ids: readonly string[] }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 px-4 pb-3">
      {ids.length === 1 ? 'Ordered:' : `Ordered ${ids.length}:`}
      {ids.map((id) => (
        <IdLink key={id} to="/verifications/$id" id={id} />
      ))}
    </p>
  );
}

function Nothing({ isOrdered }: { isOrdered: boolean }) {
  if (isOrdered) {
    return (
      <Empty title="The verification has not ended yet.">
        <p>Its delivery appears here. On a frozen clock, move the clock.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No endpoint gets this event.">
      <p>No endpoint of the integration subscribes to its type.</p>
      <LinkButton to="/endpoints" label="Add an endpoint" />
    </Empty>
  );
}
