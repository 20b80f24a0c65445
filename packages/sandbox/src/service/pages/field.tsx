import type { Child, FC } from 'hono/jsx';

/** What is wrong with a field of a form. */
export interface FieldError {
  /** The id of its input. */
  readonly field: string;
  readonly message: string;
  /** What was entered is not shown again. */
  readonly isSecret?: true;
  /** Its file is too large. */
  readonly isTooLarge?: true;
}

interface FieldProps {
  readonly id: string;
  /** Default: the id. */
  readonly name?: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'file' | 'password';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric';
  /** Of files. */
  readonly accept?: string;
  readonly required: boolean;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
}

/** An input with its label, its hint and what is wrong with it. */
export const Field: FC<FieldProps> = ({ id, label, type, required, hint, errors, ...more }) => {
  const error = errors.find(({ field }) => field === id);
  const { name = id, value, autocomplete, inputmode, accept } = more;
  return (
    <>
      <label for={id}>{required ? label : `${label} (optional)`}</label>
      <Notes id={id} hint={hint} error={error} />
      <input
        id={id}
        name={name}
        type={type ?? 'text'}
        value={error?.isSecret ? '' : value}
        autocomplete={autocomplete ?? 'off'}
        inputmode={inputmode}
        accept={accept}
        multiple={type === 'file'}
        required={required}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </>
  );
};

interface TextAreaProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly required: boolean;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
}

/** A field for a longer text. */
export const TextArea: FC<TextAreaProps> = ({ id, label, value, rows, required, hint, errors }) => {
  const error = errors.find(({ field }) => field === id);
  return (
    <>
      <label for={id}>{required ? label : `${label} (optional)`}</label>
      <Notes id={id} hint={hint} error={error} />
      <textarea
        id={id}
        name={id}
        rows={rows}
        autocomplete="off"
        required={required}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        {error?.isSecret ? '' : value}
      </textarea>
    </>
  );
};

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Values and what is shown for them. */
  readonly options: Iterable<readonly [string, string]>;
  readonly errors: readonly FieldError[];
}

/** A required choice of one from a list. */
export const Select: FC<SelectProps> = ({ id, label, value, options, errors }) => {
  const error = errors.find(({ field }) => field === id);
  return (
    <>
      <label for={id}>{label}</label>
      <Notes id={id} hint={undefined} error={error} />
      <select
        id={id}
        name={id}
        autocomplete="off"
        required
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, undefined, error)}
      >
        <option value="">Choose one</option>
        {[...options].map(([code, name]) => (
          <option value={code} selected={code === value}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
};

interface CheckboxProps {
  readonly id: string;
  readonly name?: string;
  readonly value: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly errors: readonly FieldError[];
  readonly children?: Child;
}

/** A checkbox, with its label behind it. */
export const Checkbox: FC<CheckboxProps> = ({ id, name, value, errors, children, ...more }) => {
  const error = errors.find(({ field }) => field === id);
  return (
    <>
      <Notes id={id} hint={undefined} error={error} />
      <label class="check" for={id}>
        <input
          id={id}
          name={name ?? id}
          type="checkbox"
          value={value}
          checked={more.checked ?? false}
          required={more.required ?? false}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(id, undefined, error)}
        />
        <span>{children}</span>
      </label>
    </>
  );
};

/** All that is wrong with a form, before it. Each links to its field. */
export const ErrorSummary: FC<{ readonly errors: readonly FieldError[] }> = ({ errors }) =>
  errors.length === 0 ? null : (
    <div class="errors" role="alert" aria-labelledby="errors-title">
      <h2 id="errors-title">There is a problem</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );

interface NotesProps {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: FieldError | undefined;
}

const Notes: FC<NotesProps> = ({ id, hint, error }) => (
  <>
    {hint === undefined ? null : (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error ? (
      <p class="error" id={`${id}-error`}>
        <span class="hidden">Error: </span>
        {error.message}
      </p>
    ) : null}
  </>
);

function describedBy(
  id: string,
  hint: string | undefined,
  error: FieldError | undefined,
): string | undefined {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error ? [`${id}-error`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}
