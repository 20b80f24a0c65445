import { useEffect, useRef, useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
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
import { triggerOf } from './trigger-of.js';

const ways = [
  ['direct', 'Event only', 'Sends an event with sample data. No verification is created.'],
  ['api', 'Verification', 'Orders a verification with this outcome. Its event follows.'],
] as const;

function TriggerForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const clock = useClock();
  const preset = useDefaultIntegration();
  const since = useRef('');
  return (
    <Form
      operation="trigger"
      initial={{ via: 'direct' }}
      sent={triggerOf}
      sending={(send) => {
        since.current = new Date(nowOf(clock) - 1).toISOString();
        return send();
      }}
      submit="Send event"
      when={({ body: { via } }) => ({
        ...(via === 'api' && { submit: 'Order verification' }),
        fields: (
          <>
            <Field
              path="via"
              as={({ labels, ...props }) => (
                <RadioCards
                  {...labels}
                  {...props}
                  list="grid grid-cols-1 gap-2 sm:grid-cols-2"
                  options={ways}
                />
              )}
            />
            <Field path="type" as={(props) => <EventTypePicker {...props} />} />
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
              <Field path="count" />
              <Field
                path="integrationId"
                none={`Default: ${preset.name ?? 'the oldest'}, or the integration of the endpoint`}
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

const text = (example: string) => ({ type: 'string', examples: [example] });

const directFields = (
  <>
    <Field path="endpointId" />
    <Field
      path="set"
      // Strings are sent as `setText`.
      also="setText"
      as={(props) => (
        <ItemsField
          {...props}
          item="override"
          added={{ 'Add override': {} }}
          row={(at) => (
            <>
              <Field path={`${at}.path`} schema={text('data.formData.licenseNumber')} />
              <Field path={`${at}.value`} schema={text('Text, or a JSON object, list or null')} />
            </>
          )}
        />
      )}
    />
    <Field path="unset" />
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

function EventTypePicker({ labels, ...props }: FieldProps) {
  const { data, error } = useOperation('listEventTypes');
  const emitted = data?.data.filter(({ availability }) => availability === 'emitted') ?? [];
  return (
    <>
      {error && <ErrorNote error={error} />}
      <RadioCards
        {...labels}
        {...props}
        list="grid grid-cols-1 gap-2 lg:grid-cols-3"
        options={emitted.map(({ type, meaning }) => [type, type, meaning])}
      />
    </>
  );
}

export function TriggerPage() {
  const [sent, setSent] = useState<Sent>();
  return (
    <Page title="Trigger" lead="Send an event to your endpoints now, as the service would.">
      {sent && <TriggeredDeliveries {...sent} />}
      <Card title="Event">
        <TriggerForm onSent={setSent} />
      </Card>
      <Card title="Other outcomes" actions={<VerifyDocument />}>
        <p className="max-w-prose">
          Verify a document and choose its outcome, such as an expired license, a source that does
          not answer, or a manual decision. The event is sent when the verification ends.
        </p>
      </Card>
    </Page>
  );
}

/** The last events that this page has triggered. */
interface Sent {
  readonly triggered: Answer<'trigger'>;
  readonly type: string;
  /** Virtual time before it was sent, ISO 8601. */
  readonly since: string;
}

function TriggeredDeliveries(sent: Sent) {
  const { triggered } = sent;
  const filter = filterOf(sent);
  const { rows, error, isSuccess } = useList('listWebhookDeliveries', filter);
  const { events, verificationIds: ordered, warnings = [] } = triggered;
  const result = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each press, even if it sent the same as before.
  useEffect(() => {
    result.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [triggered]);
  const shown = rows.filter(({ eventId }) => !events || events.some(({ id }) => id === eventId));
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
              Override: <Text>{message}</Text>
            </li>
          ))}
        </ul>
      )}
      {ordered && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 px-4 pb-3">
          Ordered verifications:
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
          <p>The delivery of its event will appear here.</p>
          {ordered.slice(0, 1).map((id) => (
            <WaitOfVerification key={id} id={id} />
          ))}
        </Empty>
      )}
      {isSuccess && shown.length === 0 && !ordered && (
        <Empty title="No endpoint receives this event.">
          <p>No endpoint of the integration is subscribed to this event type.</p>
          <LinkButton to="/endpoints" label="Add endpoint" />
        </Empty>
      )}
    </Card>
  );
}

/** Shown on a frozen clock, because no attempts are made. */
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

/** A filter that finds the deliveries with a single request, which live updates repeat. */
function filterOf({ triggered, type, since }: Sent): Record<string, string> {
  const { events = [], verificationIds = [] } = triggered;
  const [one, another] = [
    ...events.map(({ id }) => ({ eventId: id })),
    ...verificationIds.map((subjectId) => ({ subjectId })),
  ];
  return one && !another ? one : { eventType: type, createdAfter: since };
}
