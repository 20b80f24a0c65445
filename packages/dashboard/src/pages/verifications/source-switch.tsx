import { type Availability, controls } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { fieldClass } from '../../ui/input.js';
import { notify } from '../../ui/toast.js';

const meanings: Readonly<Record<Availability, string>> = {
  available: 'Answers at once',
  degraded: 'Answers late',
  down: 'Does not answer',
};

/** Sets whether an issuing source answers. Only the sandbox can. */
export function SourceSwitch({ source }: { source: Item<'listVerificationSources'> }) {
  const { slug, name, availability } = source;
  const change = useChange((key, next: Availability) => controls.setSource(key, slug, next));
  return (
    <select
      aria-label={`Availability of ${name}`}
      className={fieldClass}
      value={change.isPending ? change.variables : availability}
      disabled={change.isPending}
      onChange={({ target }) => {
        if (!isAvailability(target.value)) return;
        change.mutate(target.value, {
          onSuccess: () => notify('The source is changed, for all verifications from now on.'),
          onError: ({ message }) => notify(message),
        });
      }}
    >
      {Object.entries(meanings).map(([each, meaning]) => (
        <option key={each} value={each}>
          {meaning}
        </option>
      ))}
    </select>
  );
}

function isAvailability(value: string): value is Availability {
  return Object.hasOwn(meanings, value);
}
