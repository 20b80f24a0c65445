import { useState } from 'react';
import { controls } from '../../api/controls.js';
import { useChange } from '../../api/use-change.js';
import { nowOf, useClock } from '../../clock/use-clock.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { useDefaultIntegration } from '../../resource/default-integration.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
import { DirectFields } from './direct-fields.js';
import { EventTypePicker } from './event-type-picker.js';
import { OrderFields } from './order-fields.js';
import {
  isJson,
  newTrigger,
  type TriggerDraft,
  type TriggerFields,
  triggerOf,
} from './trigger-of.js';
import type { Sent } from './triggered-deliveries.js';
import { ViaPicker } from './via-picker.js';

/** Composes an event. Its own form, because the controls have no schema here, and its fields depend on each other. */
export function TriggerForm({ onSent }: { onSent: (sent: Sent) => void }) {
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
      disabled={!isReady}
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
