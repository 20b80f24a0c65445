import type { ReactNode } from 'react';
import { fieldClass, Labelled } from './input.js';

/** One of several values. */
export function Choice({
  label,
  hint,
  error,
  required,
  value,
  options,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  value: string;
  /** Values and what is shown for them. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <Labelled label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <select
          {...aria}
          required={required}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={fieldClass}
        >
          {options.map(([each, shown]) => (
            <option key={each} value={each}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
