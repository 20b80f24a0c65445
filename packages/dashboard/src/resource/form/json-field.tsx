import { useState } from 'react';
import { TextArea } from '../../ui/input.js';
import { innerErrorOf, labelled } from './labelled.js';
import type { SchemaFieldProps } from './schema-field-props.js';

/** An object with any properties. */
export function JsonField(props: SchemaFieldProps) {
  const [text, setText] = useState(
    props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  const [wrong, setWrong] = useState(false);
  const { hint, ...rest } = labelled(props);
  return (
    <TextArea
      {...rest}
      hint={['JSON.', hint].filter(Boolean).join(' ')}
      error={wrong ? 'This is not JSON yet.' : innerErrorOf(props)}
      value={text}
      placeholder="{}"
      onChange={({ target }) => {
        setText(target.value);
        try {
          props.onChange(target.value.trim() === '' ? undefined : JSON.parse(target.value));
          setWrong(false);
        } catch {
          setWrong(true);
          // So that the API refuses it, and does not take what stood there before.
          props.onChange(target.value);
        }
      }}
    />
  );
}
