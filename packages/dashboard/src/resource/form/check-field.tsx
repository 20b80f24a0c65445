import { labelled } from './labelled.js';
import type { SchemaFieldProps } from './schema-field-props.js';

/** Yes or no. */
export function CheckField(props: SchemaFieldProps) {
  const { value, onChange, schema } = props;
  const { label, hint, error } = labelled(props);
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        aria-invalid={error === undefined ? undefined : true}
        className="mt-1 size-4 accent-accent"
        checked={typeof value === 'boolean' ? value : schema.default === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
        {error && <span className="block text-xs text-bad">{error}</span>}
      </span>
    </label>
  );
}
