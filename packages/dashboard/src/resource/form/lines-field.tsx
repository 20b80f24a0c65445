import { TextArea } from '../../ui/input.js';
import { innerErrorOf, labelled } from './labelled.js';
import { listOf } from './list-of.js';
import type { SchemaFieldProps } from './schema-field-props.js';

/** A list of texts, one a line. */
export function LinesField(props: SchemaFieldProps) {
  const { value, onChange } = props;
  const { hint, ...rest } = labelled(props);
  return (
    <TextArea
      {...rest}
      error={innerErrorOf(props)}
      hint={['One a line.', hint].filter(Boolean).join(' ')}
      value={listOf(value).join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}
