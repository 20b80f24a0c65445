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
  /** Values, what is shown for them, and why one cannot be chosen now. */
  options: readonly (readonly [Value, string, refusal?: string | undefined])[];
  onChange: (value: Value) => void;
  /** Shown under the radios, for the chosen value. */
  children?: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {options.map(([each, shown, refusal]) => (
        <label key={each} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            className="size-4 accent-accent"
            checked={each === value}
            disabled={refusal !== undefined}
            onChange={() => onChange(each)}
          />
          {shown}
          {refusal !== undefined && <span className="text-xs text-muted">{refusal}</span>}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
