import { useId } from 'react';
import { Input, type InputProps } from './input.js';

/** A field with suggestions, for values that are too many to list. */
export function Suggest({
  options,
  ...input
}: InputProps & { options: readonly (readonly [string, string])[] }) {
  const id = useId();
  return (
    <>
      <Input {...input} {...(options.length > 0 ? { list: id, autoComplete: 'off' } : {})} />
      <datalist id={id}>
        {options.map(([value, shown]) => (
          <option key={value} value={value} label={shown} />
        ))}
      </datalist>
    </>
  );
}
