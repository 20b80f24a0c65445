import { Choice } from '../../ui/choice.js';
import { labelled } from './labelled.js';
import type { FieldOptions, SchemaFieldProps } from './schema-field-props.js';

/** One of several values. */
export function OneOfField(props: SchemaFieldProps & { options: FieldOptions }) {
  const { value, onChange, required, options, schema } = props;
  const preset = schema.default === undefined ? '' : String(schema.default);
  return (
    <Choice
      {...labelled(props)}
      required={required}
      value={value === undefined || value === null ? preset : String(value)}
      options={preset === '' ? [['', '–'], ...options] : options}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}
