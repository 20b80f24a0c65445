import { useId } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { ErrorNote } from '../../ui/error-note.js';
import { RadioCard } from '../../ui/radio-card.js';
import type { TriggerFields } from './trigger-of.js';

/** One of the event types that the service emits, each with its meaning. */
export function EventTypePicker({ draft, set, errorOf }: TriggerFields) {
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
