import { useId } from 'react';
import { RadioCard } from '../../ui/radio-card.js';
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
