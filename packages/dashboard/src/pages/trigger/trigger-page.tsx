import { useEffect, useRef, useState } from 'react';
import type { Triggered } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { nowOf, useClock } from '../../clock/use-clock.js';
import { FrozenNote, WaitNote } from '../../clock/wait-note.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { Field, ItemsField } from '../../resource/form/field.js';
import { Form } from '../../resource/form/form.js';
import type { FieldProps } from '../../resource/form/widgets.js';
import { IdLink } from '../../resource/references.js';
import { Card, Empty } from '../../ui/card.js';
import { RadioCards } from '../../ui/choice.js';
import { DataTable } from '../../ui/data-table.js';
import { ErrorNote } from '../../ui/error-note.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { VerifyDocument } from '../verifications/verify-document.js';
import { newTrigger, schema, triggerOf } from './trigger-of.js';

const ways = [
  ['direct', 'Directly', 'The event is made out of nothing. Its verification does not exist.'],
  ['api', 'Via the API', 'A verification is ordered that ends so. Its event comes when it ends.'],
] as const;

function TriggerForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const clock = useClock();
  const preset = useDefaultIntegration();
  const since = useRef('');
  return (
    <Form
      operation="trigger"
      schema={schema}
      initial={newTrigger}
      sent={triggerOf}
      sending={(send) => {
        since.current = new Date(nowOf(clock) - 1).toISOString();
        return send();
      }}
      submit="Send the event"
      when={({ body: { via, data, metadata } }) => ({
        ...(via === 'api' && { submit: 'Order the verification' }),
        // A text is what is not JSON.
        refusal:
          typeof data === 'string' || typeof metadata === 'string'
            ? 'A field is not JSON yet.'
            : undefined,
        fields: (
          <>
            <Field
              path="via"
              as={({ labels, value, onChange }) => (
                <RadioCards
                  {...labels}
                  list="grid grid-cols-1 gap-2 sm:grid-cols-2"
                  value={value}
                  options={ways}
                  onChange={onChange}
                />
              )}
            />
            <Field path="type" as={(props) => <EventTypePicker {...props} />} />
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
              <Field path="count" />
              <Field
                path="integrationId"
                none={`${preset.name ? `Default: ${preset.name}` : 'The default'}, or that of the endpoint`}
              />
            </div>
            {via === 'direct' ? directFields : orderFields}
          </>
        ),
      })}
      onDone={(triggered, { body }) =>
        onSent({ triggered, type: String(body['type']), since: since.current })
      }
    />
  );
}

const directFields = (
  <>
    <Field path="endpointId" />
    <Field
      path="set"
      // Texts are sent as `setText`.
      also="setText"
      as={(props) => <ItemsField {...props} item="override" added={{ 'Add an override': {} }} />}
    />
    <Field path="data" />
    <Field path="fault" also="kind" as={(props) => <FaultKindPicker {...props} />} />
  </>
);

const orderFields = (
  <>
    <Field path="externalId" />
    <Field path="metadata" />
  </>
);

/** One of the event types that the service emits, each with its meaning. */
function EventTypePicker({ labels, value, onChange }: FieldProps) {
  const { data, error } = useOperation('listEventTypes');
  const emitted = data?.data.filter(({ availability }) => availability === 'emitted') ?? [];
  return (
    <>
      {error && <ErrorNote error={error} />}
      <RadioCards
        {...labels}
        required
        list="grid grid-cols-1 gap-2 lg:grid-cols-3"
        value={value}
        options={emitted.map(({ type, meaning }) => [type, type, meaning])}
        onChange={onChange}
      />
    </>
  );
}

/** Makes events happen, and shows how they are delivered. */
export function TriggerPage() {
  const [sent, setSent] = useState<Sent>();
  return (
    <Page title="Trigger" lead="Have an event happen now, as your receiver would get it.">
      {sent && <TriggeredDeliveries {...sent} />}
      <Card title="Event">
        <TriggerForm onSent={setSent} />
      </Card>
      <Card title="Any other outcome" actions={<VerifyDocument />}>
        <p className="max-w-prose">
          Verify a document, and choose its outcome: an expired license, a source that does not
          answer, a decision by hand. Its event is sent when it ends.
        </p>
      </Card>
    </Page>
  );
}

/** The last events that this page has triggered. */
interface Sent {
  readonly triggered: Triggered;
  readonly type: string;
  /** Virtual time before it was sent, ISO 8601. */
  readonly since: string;
}

/** The deliveries of what was triggered last, as they come. */
function TriggeredDeliveries(sent: Sent) {
  const { triggered } = sent;
  const filter = filterOf(sent);
  const { rows, error, isSuccess } = useList('listWebhookDeliveries', filter);
  const warnings = 'events' in triggered ? (triggered.warnings ?? []) : [];
  const ids = 'events' in triggered && new Set(triggered.events.map(({ id }) => id));
  const ordered = 'verificationIds' in triggered && triggered.verificationIds;
  const result = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each press, also where it sent the same as before.
  useEffect(() => {
    result.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [triggered]);
  const shown = ids ? rows.filter(({ eventId }) => ids.has(eventId)) : rows;
  return (
    <Card
      ref={result}
      title="Sent"
      flush
      actions={<LinkButton to="/deliveries" search={filter} label="Open as a list" />}
    >
      {warnings.length > 0 && (
        <ul className="mx-4 mb-3 list-disc rounded-md bg-warn-soft py-2 pr-3 pl-7 text-warn">
          {warnings.map(({ param, message }) => (
            <li key={`${param} ${message}`}>
              An override <Text>{message}</Text>
            </li>
          ))}
        </ul>
      )}
      {ordered && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 px-4 pb-3">
          {ordered.length === 1 ? 'Ordered:' : `Ordered ${ordered.length}:`}
          {ordered.map((id) => (
            <IdLink key={id} to="/verifications/$id" id={id} />
          ))}
        </p>
      )}
      {error && <ErrorNote error={error} />}
      <NextOfShown rows={shown} />
      {shown.length > 0 && (
        <DataTable
          label="Deliveries of what was sent"
          columns={deliveryColumns}
          rows={shown}
          rowId={({ id }) => id}
        />
      )}
      {isSuccess && shown.length === 0 && ordered && (
        <Empty title="The verification has not ended yet.">
          <p>Its delivery appears here.</p>
          {ordered.slice(0, 1).map((id) => (
            <WaitOfVerification key={id} id={id} />
          ))}
        </Empty>
      )}
      {isSuccess && shown.length === 0 && !ordered && (
        <Empty title="No endpoint gets this event.">
          <p>No endpoint of the integration subscribes to its type.</p>
          <LinkButton to="/endpoints" label="Add an endpoint" />
        </Empty>
      )}
    </Card>
  );
}

/** On a frozen clock, no attempt is made. */
function NextOfShown({ rows }: { rows: readonly Item<'listWebhookDeliveries'>[] }) {
  const next = rows.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0];
  if (next === undefined) return null;
  return (
    <div className="px-4 pb-3">
      <FrozenNote kind="attempt" at={next} />
    </div>
  );
}

function WaitOfVerification({ id }: { id: string }) {
  const { data } = useOperation('getDocumentVerification', {
    path: { verificationId: id },
    query: { include: 'waitsFor' },
  });
  return data?.waitsFor ? <WaitNote {...data.waitsFor} /> : null;
}

/** The filter that finds the deliveries with one request, which live updates repeat. */
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
