import { useId } from 'react';

/** One of a few values, all of them in view. */
export function Radios({
  legend,
  value,
  options,
  onChange,
}: {
  legend: string;
  value: string;
  /** Values and what is shown for them. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
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
    </fieldset>
  );
}
