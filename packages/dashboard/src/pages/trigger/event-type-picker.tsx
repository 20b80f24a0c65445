import { useId } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { ErrorNote } from '../../ui/error-note.js';
import type { TriggerFields } from './trigger-form.js';

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
        <label
          key={type}
          className="flex min-w-0 gap-2 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={type}
            required
            checked={draft.type === type}
            onChange={() => set({ type })}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{type}</span>
            <span className="block text-xs text-muted">{meaning}</span>
          </span>
        </label>
      ))}
      {refusal !== undefined && <p className="text-xs text-bad">{refusal}</p>}
    </fieldset>
  );
}
