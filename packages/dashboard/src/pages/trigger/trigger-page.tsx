import { useId, useState } from 'react';
import { controls, type Triggered } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { nowOf, useClock } from '../../clock/use-clock.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { FaultKindPicker } from '../../resource/fault-kind-picker.js';
import { IdLink } from '../../resource/references.js';
import { Button } from '../../ui/button.js';
import { Card, Empty } from '../../ui/card.js';
import { RadioCard } from '../../ui/choice.js';
import { DataTable } from '../../ui/data-table.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Input, TextArea } from '../../ui/input.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { notify } from '../../ui/toast.js';
import { deliveryColumns } from '../deliveries/delivery-columns.js';
import { VerifyDocument } from '../verifications/verify-document.js';
import {
  isJson,
  newTrigger,
  type Override,
  type TriggerDraft,
  type TriggerFields,
  triggerOf,
} from './trigger-of.js';

const ways = [
  ['direct', 'Directly', 'The event is made out of nothing. Its verification does not exist.'],
  ['api', 'Via the API', 'A verification is ordered that ends so. Its event comes when it ends.'],
] as const;

/** How an event comes about. */
function ViaPicker({
  value,
  onChange,
}: {
  value: TriggerDraft['via'];
  onChange: (via: TriggerDraft['via']) => void;
}) {
  const name = useId();
  return (
    <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-xs font-medium text-muted">How</legend>
      {ways.map(([via, title, meaning]) => (
        <RadioCard
          key={via}
          title={title}
          meaning={meaning}
          name={name}
          value={via}
          checked={value === via}
          onChange={() => onChange(via)}
        />
      ))}
    </fieldset>
  );
}

/** Composes an event. Its own form, because the controls have no schema here, and its fields depend on each other. */
function TriggerForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const [draft, setDraft] = useState(newTrigger);
  const set = (change: Partial<TriggerDraft>) => setDraft((before) => ({ ...before, ...change }));
  const clock = useClock();
  const preset = useDefaultIntegration();
  const trigger = useChange((key) => controls.trigger(key, triggerOf(draft)));
  const { errorOf } = trigger;
  const fields: TriggerFields = { draft, set, errorOf };
  const isReady = isJson(draft.data) && isJson(draft.metadata);
  return (
    <Form
      submit={draft.via === 'direct' ? 'Send the event' : 'Order the verification'}
      change={trigger}
      refusal={isReady ? undefined : 'A field is not JSON yet.'}
      onSubmit={() => {
        const since = new Date(nowOf(clock) - 1).toISOString();
        trigger.mutate(undefined, {
          onSuccess: (triggered) => {
            onSent({ triggered, type: draft.type, since });
            notify('Done. The deliveries appear at the top of the page.');
            window.scrollTo(0, 0);
          },
        });
      }}
    >
      <ViaPicker value={draft.via} onChange={(via) => set({ via })} />
      <EventTypePicker {...fields} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Input
          label="How many"
          type="number"
          value={draft.count}
          error={errorOf('count')}
          onChange={({ target }) => set({ count: target.value })}
        />
        <ChoiceOf
          field="integrationId"
          label="Integration"
          none={`${preset.name ? `Default: ${preset.name}` : 'The default'}, or that of the endpoint`}
          value={draft.integrationId}
          error={errorOf('integrationId')}
          onChange={(integrationId) => set({ integrationId })}
        />
      </div>
      {draft.via === 'direct' ? <DirectFields {...fields} /> : <OrderFields {...fields} />}
    </Form>
  );
}

/** What can be set of a verification that is ordered for its event. */
function OrderFields({ draft, set, errorOf }: TriggerFields) {
  return (
    <>
      <Input
        label="External ID"
        hint="Your own reference."
        value={draft.externalId}
        error={errorOf('externalId')}
        onChange={({ target }) => set({ externalId: target.value })}
      />
      <TextArea
        label="Metadata"
        hint="JSON. It comes back in the event."
        placeholder={'{"orderId": "7"}'}
        value={draft.metadata}
        error={isJson(draft.metadata) ? errorOf('metadata') : 'This is not JSON yet.'}
        onChange={({ target }) => set({ metadata: target.value })}
      />
    </>
  );
}

/** One of the event types that the service emits, each with its meaning. */
function EventTypePicker({ draft, set, errorOf }: TriggerFields) {
  const name = useId();
  const { data, error } = useOperation('listEventTypes');
  const emitted = data?.data.filter(({ availability }) => availability === 'emitted') ?? [];
  const refusal = errorOf('type');
  return (
    <fieldset className="grid grid-cols-1 gap-2 lg:grid-cols-3">
      <legend className="mb-1 text-xs font-medium text-muted">Event type</legend>
      {error && <ErrorNote error={error} />}
      {emitted.map(({ type, meaning }) => (
        <RadioCard
          key={type}
          title={type}
          meaning={meaning}
          name={name}
          value={type}
          required
          checked={draft.type === type}
          onChange={() => set({ type })}
        />
      ))}
      {refusal !== undefined && <p className="text-xs text-bad">{refusal}</p>}
    </fieldset>
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

/** What can be set of an event that is made directly. */
export function DirectFields({ draft, set, errorOf }: TriggerFields) {
  return (
    <>
      <ChoiceOf
        field="endpointId"
        label="Endpoint"
        none="Every one that subscribes to the type"
        value={draft.endpointId}
        error={errorOf('endpointId')}
        onChange={(endpointId) => set({ endpointId })}
      />
      <OverrideRows
        rows={draft.set}
        error={errorOf('set')}
        onChange={(rows) => set({ set: rows })}
      />
      <TextArea
        label="Fields of data"
        hint="JSON. Replaces fields of the record."
        placeholder={'{"state": "NY"}'}
        value={draft.data}
        error={isJson(draft.data) ? errorOf('data') : 'This is not JSON yet.'}
        onChange={({ target }) => set({ data: target.value })}
      />
      <FaultKindPicker
        label="Fault of the first attempt"
        none="None"
        value={draft.fault}
        error={errorOf('fault') ?? errorOf('kind')}
        onChange={(fault) => set({ fault })}
      />
    </>
  );
}

/** Values of the event by their paths. */
function OverrideRows({
  rows,
  error,
  onChange,
}: {
  rows: readonly Override[];
  error: string | undefined;
  onChange: (rows: readonly Override[]) => void;
}) {
  const change = (index: number, part: Partial<Override>) => {
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-muted">Overrides</legend>
      {rows.map((row, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place.
          key={index}
          className="flex flex-wrap items-end gap-2"
        >
          <div className="min-w-40 flex-1">
            <Input
              label="Path"
              placeholder="data.formData.licenseNumber"
              value={row.path}
              onChange={({ target }) => change(index, { path: target.value })}
            />
          </div>
          <div className="min-w-40 flex-1">
            <Input
              label="Value"
              placeholder="JSON, or else text"
              value={row.value}
              onChange={({ target }) => change(index, { value: target.value })}
            />
          </div>
          <Button
            aria-label={`Remove override ${index + 1}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      <div>
        <Button onClick={() => onChange([...rows, { path: '', value: '' }])}>
          Add an override
        </Button>
      </div>
    </fieldset>
  );
}
