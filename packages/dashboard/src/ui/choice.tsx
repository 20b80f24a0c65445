import { type ComponentProps, type ReactNode, useId } from 'react';
import { fieldClass, Labelled, type LabelledProps } from './input.js';

/** One of several values. */
export function Choice({
  value,
  options,
  onChange,
  ...labelled
}: LabelledProps & {
  value: string;
  /** Values and what is shown for them. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <Labelled {...labelled}>
      {(aria) => (
        <select
          {...aria}
          required={labelled.required}
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

/** What one chooses from, under a legend: whatever its children are, and what is wrong with the choice. */
export function Choices({
  legend,
  className = 'flex flex-col gap-1',
  error,
  hint,
  children,
}: {
  legend: string;
  className?: string;
  error?: string | undefined;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {children}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
    </fieldset>
  );
}

/** One of a few values, all of them in view. */
export function Radios<Value extends string>({
  legend,
  value,
  options,
  error,
  onChange,
  children,
}: {
  legend: string;
  value: Value;
  /** Values, what is shown for them, and why one cannot be chosen now. */
  options: readonly (readonly [Value, string, refusal?: string | undefined])[];
  error?: string | undefined;
  onChange: (value: Value) => void;
  /** Shown under the radios, for the chosen value. */
  children?: ReactNode;
}) {
  const name = useId();
  return (
    <Choices legend={legend} error={error}>
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
    </Choices>
  );
}

/** One of a few values in view, and what it means. */
export function RadioCard({
  title,
  meaning,
  ...radio
}: ComponentProps<'input'> & { title: string; meaning: string }) {
  return (
    <label className="flex min-w-0 gap-2 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" {...radio} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{title}</span>
        <span className="block text-xs text-muted">{meaning}</span>
      </span>
    </label>
  );
}

/** The values that are ticked once one of them has been set. */
export function withTick<Value>(ticked: readonly Value[], value: Value, isOn: boolean): Value[] {
  return isOn ? [...ticked, value] : ticked.filter((other) => other !== value);
}
