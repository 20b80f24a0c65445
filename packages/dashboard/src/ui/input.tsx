import { type ComponentProps, type ReactNode, useId } from 'react';

export const fieldClass =
  'min-h-8 w-full min-w-0 rounded-md border border-line bg-panel px-2 py-1 text-text placeholder:text-muted aria-invalid:border-bad';

export interface LabelledProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
}

export function Labelled({
  label,
  hint,
  error,
  required,
  children,
}: LabelledProps & {
  children: (aria: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const id = useId();
  const described = hint || error ? { 'aria-describedby': `${id}-more` } : {};
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({ id, ...described, ...(error ? { 'aria-invalid': true } : {}) })}
      {(hint || error) && (
        <div id={`${id}-more`} className="text-xs text-muted">
          {error && <p className="text-bad">{error}</p>}
          {hint && <p>{hint}</p>}
        </div>
      )}
    </div>
  );
}

export function Input({
  label,
  hint,
  error,
  ...rest
}: LabelledProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Labelled label={label} hint={hint} error={error} required={rest.required}>
      {(aria) => <input type="text" {...rest} {...aria} className={fieldClass} />}
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...rest
}: LabelledProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Labelled label={label} hint={hint} error={error} required={rest.required}>
      {(aria) => (
        <textarea rows={4} {...rest} {...aria} className={`${fieldClass} font-mono text-xs`} />
      )}
    </Labelled>
  );
}
