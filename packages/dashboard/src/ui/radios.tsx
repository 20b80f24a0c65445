import { type ReactNode, useId } from 'react';

/** One of a few values, all of them in view. */
export function Radios<Value extends string>({
  legend,
  value,
  options,
  onChange,
  children,
}: {
  legend: string;
  value: Value;
  /** Values and what is shown for them. */
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
  /** Shown under the radios, for the chosen value. */
  children?: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {options.map(([each, shown]) => (
        <label key={each} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {shown}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
