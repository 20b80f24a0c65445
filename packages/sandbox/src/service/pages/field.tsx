import type { Child, FC } from 'hono/jsx';

/** The fault of a field of a form. */
export interface FieldError {
  /** The id of its input. */
  readonly field: string;
  readonly message: string;
  /** The value that was entered is not shown again. */
  readonly isSecret?: true;
  /** The file is too large. */
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
  /** The types of files that the input takes. */
  readonly accept?: string;
  readonly required: boolean;
  readonly hint?: string;
  readonly errors: readonly FieldError[];
}

/** An input with its label, its hint and its error. */
export const Field: FC<FieldProps> = ({ id, label, type, required, hint, errors, ...more }) => {
  const { name = id, value, autocomplete, inputmode, accept } = more;
  const { notes, aria, isSecret } = annotate(id, errors, hint);
  return (
    <>
      <label for={id}>{required ? label : `${label} (optional)`}</label>
      {notes}
      <input
        id={id}
        name={name}
        type={type ?? 'text'}
        value={isSecret ? '' : value}
        autocomplete={autocomplete ?? 'off'}
        inputmode={inputmode}
        accept={accept}
        multiple={type === 'file'}
        required={required}
        {...aria}
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

export const TextArea: FC<TextAreaProps> = ({ id, label, value, rows, required, hint, errors }) => {
  const { notes, aria, isSecret } = annotate(id, errors, hint);
  return (
    <>
      <label for={id}>{required ? label : `${label} (optional)`}</label>
      {notes}
      <textarea id={id} name={id} rows={rows} autocomplete="off" required={required} {...aria}>
        {isSecret ? '' : value}
      </textarea>
    </>
  );
};

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Pairs of a value and the text that is shown for it. */
  readonly options: Iterable<readonly [string, string]>;
  readonly errors: readonly FieldError[];
}

/** A required choice of one from a list. */
export const Select: FC<SelectProps> = ({ id, label, value, options, errors }) => {
  const { notes, aria } = annotate(id, errors);
  return (
    <>
      <label for={id}>{label}</label>
      {notes}
      <select id={id} name={id} autocomplete="off" required {...aria}>
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

export const Checkbox: FC<CheckboxProps> = ({ id, name, value, errors, children, ...more }) => {
  const { notes, aria } = annotate(id, errors);
  return (
    <>
      {notes}
      <label class="check" for={id}>
        <input
          id={id}
          name={name ?? id}
          type="checkbox"
          value={value}
          checked={more.checked ?? false}
          required={more.required ?? false}
          {...aria}
        />
        <span>{children}</span>
      </label>
    </>
  );
};

/** The errors of a form, before it. Each links to its field. */
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

/** Finds the error of a field: its notes in words, and the attributes that connect them with its input. */
function annotate(id: string, errors: readonly FieldError[], hint?: string) {
  const error = errors.find(({ field }) => field === id);
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error ? [`${id}-error`] : [])];
  return {
    isSecret: error?.isSecret ?? false,
    aria: {
      'aria-invalid': error ? ('true' as const) : undefined,
      'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    },
    notes: (
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
    ),
  };
}
