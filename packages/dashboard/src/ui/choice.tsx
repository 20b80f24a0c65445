import { type ReactNode, useId } from 'react';
import { fieldClass, Labelled, type LabelledProps } from './input.js';

export function Choice({
  value,
  options,
  onChange,
  ...labelled
}: LabelledProps & {
  value: string;
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

/** A fieldset with a legend, the choices as its children, and the error. */
export function Choices({
  label,
  hint,
  error,
  required,
  className = 'flex min-w-0 flex-col gap-1',
  children,
}: LabelledProps & { className?: string; children: ReactNode }) {
  return (
    <fieldset className={className}>
      <legend className="mb-1 text-xs font-medium text-muted">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </legend>
      {children}
      {error && <p className="text-xs text-bad">{error}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </fieldset>
  );
}

interface BoxesProps extends LabelledProps {
  options: readonly { value: string; shown: ReactNode; disabled?: boolean }[];
  list?: string;
  row?: string;
  above?: ReactNode;
  children?: ReactNode;
}

function Boxes({
  type,
  options,
  isOn,
  onPick,
  list = 'flex flex-col gap-1',
  row = 'flex min-w-0 items-start gap-2',
  above,
  children,
  ...labels
}: BoxesProps & {
  type: 'checkbox' | 'radio';
  isOn: (value: string) => boolean;
  onPick: (value: string, isOn: boolean) => void;
}) {
  const name = useId();
  return (
    <Choices {...labels}>
      {above}
      <div className={list}>
        {options.map(({ value, shown, disabled }) => (
          <label key={value} className={row}>
            <input
              type={type}
              name={name}
              required={type === 'radio' && labels.required}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={isOn(value)}
              disabled={disabled}
              onChange={({ target }) => onPick(value, target.checked)}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">{shown}</span>
          </label>
        ))}
      </div>
      {children}
    </Choices>
  );
}

export function Ticks({
  ticked,
  onChange,
  ...boxes
}: BoxesProps & { ticked: readonly string[]; onChange: (ticked: readonly string[]) => void }) {
  const onPick = (value: string, isOn: boolean) =>
    onChange(isOn ? [...ticked, value] : ticked.filter((each) => each !== value));
  return (
    <Boxes {...boxes} type="checkbox" isOn={(each) => ticked.includes(each)} onPick={onPick} />
  );
}

export function Radios({
  value,
  onChange,
  ...boxes
}: BoxesProps & { value: unknown; onChange: (value: string) => void }) {
  return <Boxes {...boxes} type="radio" isOn={(each) => each === value} onPick={onChange} />;
}

export function RadioCards({
  options,
  ...radios
}: Omit<Parameters<typeof Radios>[0], 'options'> & {
  options: readonly (readonly [value: string, title: string, meaning: string])[];
}) {
  return (
    <Radios
      row="flex min-w-0 gap-2 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
      {...radios}
      options={options.map(([value, title, meaning]) => ({
        value,
        shown: (
          <>
            <span className="font-medium">{title}</span>
            <span className="block text-xs text-muted">{meaning}</span>
          </>
        ),
      }))}
    />
  );
}
