import { useId, useState } from 'react';
import { controls } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { nowOf, useClock } from '../../clock/use-clock.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Input, TextArea } from '../../ui/input.js';
import { Page } from '../../ui/page.js';
import { RadioCard } from '../../ui/radio-card.js';
import { notify } from '../../ui/toast.js';
import { VerifyDocument } from '../verifications/verify-document.js';
import { DirectFields } from './direct-fields.js';
import {
  isJson,
  newTrigger,
  type TriggerDraft,
  type TriggerFields,
  triggerOf,
} from './trigger-of.js';
import { type Sent, TriggeredDeliveries } from './triggered-deliveries.js';

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
