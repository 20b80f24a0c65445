import type { Answer } from '../../api/operations.js';
import { useList } from '../../api/use-list.js';
import { textsOf } from '../../resource/form/body.js';
import { useField } from '../../resource/form/use-form.js';
import { Choices, withTick } from '../../ui/choice.js';

/** The event types that an owner can subscribe to. Those that are not emitted yet cannot be added. */
export function EventTypeChoice({
  scope,
  present,
}: {
  scope: Answer<'getWebhookEndpoint'>['owner']['type'];
  /** The types to which the endpoint subscribes. Undefined: every type that is emitted, which is the default of the API. */
  present?: readonly string[];
}) {
  const { label, value = present, error, onChange } = useField('eventTypes');
  const { rows } = useList('listEventTypes');
  const types = rows.filter((row) => row.scope === scope);
  const emitted = types.filter(({ availability }) => availability !== 'coming_soon');
  const chosen = value === undefined ? emitted.map(({ type }) => type) : textsOf(value);
  return (
    <Choices legend={label} error={error} className="flex flex-col gap-2">
      {types.map((row) => {
        const { type, meaning } = row;
        const isChosen = chosen.includes(type);
        const isSoon = !emitted.includes(row);
        return (
          <label key={type} className="flex items-start gap-2">
            <input
              type="checkbox"
              className="mt-1 size-4 accent-accent"
              checked={isChosen}
              disabled={isSoon && !isChosen}
              onChange={({ target }) => onChange(withTick(chosen, type, target.checked))}
            />
            <span className="min-w-0">
              {type}
              {isSoon && <span className="text-muted"> (coming soon)</span>}
              <span className="block text-xs text-muted">{meaning}</span>
            </span>
          </label>
        );
      })}
    </Choices>
  );
}
