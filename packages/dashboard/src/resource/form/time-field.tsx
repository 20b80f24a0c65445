import { TimeInput } from '../../clock/time-input.js';
import { labelled } from './labelled.js';
import type { SchemaFieldProps } from './schema-field-props.js';

/** A time. */
export function TimeField(props: SchemaFieldProps) {
  const { value, onChange, required } = props;
  return (
    <TimeInput
      {...labelled(props)}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}
