import { useState } from 'react';
import { controls, type Triggered } from '../../api/controls.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
import { nowOf, useClock } from '../../clock/use-clock.js';
import { ChoiceOf } from '../../resource/choice-of.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';
import { DirectFields } from './direct-fields.js';
import { EventTypePicker } from './event-type-picker.js';
import { OrderFields } from './order-fields.js';
import { isJson, newTrigger, type TriggerDraft, triggerOf } from './trigger-of.js';
import { ViaPicker } from './via-picker.js';

/** What the parts of the form work with. */
export interface TriggerFields {
  readonly draft: TriggerDraft;
  readonly set: (change: Partial<TriggerDraft>) => void;
  /** Why the service has refused a field. */
  readonly errorOf: (param: string) => string | undefined;
}

/** Composes an event. Its own form, because the controls have no schema here, and its fields depend on each other. */
export function TriggerForm({
  onSent,
}: {
  onSent: (triggered: Triggered, type: string, since: string) => void;
}) {
  const [draft, setDraft] = useState(newTrigger);
  const set = (change: Partial<TriggerDraft>) => setDraft((before) => ({ ...before, ...change }));
  const clock = useClock();
  const trigger = useChange(() => controls.trigger(triggerOf(draft)));
  const problems = trigger.error instanceof ProblemError ? trigger.error.fields : [];
  const errorOf = (param: string) => problems.find((each) => each.param === param)?.message;
  const fields: TriggerFields = { draft, set, errorOf };
  const isReady = isJson(draft.data) && isJson(draft.metadata);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const since = new Date(nowOf(clock) - 1).toISOString();
        trigger.mutate(undefined, {
          onSuccess: (triggered) => {
            onSent(triggered, draft.type, since);
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
          none="The oldest, or that of the endpoint"
          value={draft.integrationId}
          error={errorOf('integrationId')}
          onChange={(integrationId) => set({ integrationId })}
        />
      </div>
      {draft.via === 'direct' ? <DirectFields {...fields} /> : <OrderFields {...fields} />}
      {trigger.isError && <ErrorNote error={trigger.error} />}
      <div className="flex justify-end">
        <Button type="submit" look="primary" pending={trigger.isPending} disabled={!isReady}>
          {draft.via === 'direct' ? 'Send the event' : 'Order the verification'}
        </Button>
      </div>
    </form>
  );
}
