import { useId } from 'react';
import type { TriggerDraft } from './trigger-of.js';

const ways = [
  ['direct', 'Directly', 'The event is made out of nothing. Its verification does not exist.'],
  ['api', 'Via the API', 'A verification is ordered that ends so. Its event comes when it ends.'],
] as const;

/** How an event comes about. */
export function ViaPicker({
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
        <label
          key={via}
          className="flex gap-2 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={via}
            checked={value === via}
            onChange={() => onChange(via)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="block text-xs text-muted">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
