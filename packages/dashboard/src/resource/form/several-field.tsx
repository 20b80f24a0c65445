import { withTick } from '../../ui/with-tick.js';
import { innerErrorOf, labelled } from './labelled.js';
import { listOf } from './list-of.js';
import type { FieldOptions, SchemaFieldProps } from './schema-field-props.js';

/** Any of several values. */
export function SeveralField(props: SchemaFieldProps & { options: FieldOptions }) {
  const { value, onChange, options } = props;
  const { label, hint } = labelled(props);
  const error = innerErrorOf(props);
  const chosen = listOf(value);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      {options.map(([each, shown]) => (
        <label key={each} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={chosen.includes(each)}
            onChange={({ target }) => onChange(withTick(chosen, each, target.checked))}
          />
          {shown}
        </label>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </fieldset>
  );
}
