import { useState } from 'react';
import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeId } from '../../api/operations.js';
import type { FieldProblem } from '../../api/problem-error.js';
import { withTick } from '../../ui/choice.js';
import { Input, TextArea } from '../../ui/input.js';
import { hintOf, labelOf } from '../../words/fields.js';

const STATE = '^[A-Z]{2}$';

/** A text, a number or a date. */
export function LineField(props: SchemaFieldProps) {
  const { schema, value, onChange, required } = props;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const limits =
    isNumber && schema.minimum !== undefined && schema.maximum !== undefined
      ? `${schema.minimum} to ${schema.maximum}.`
      : undefined;
  const { hint, ...rest } = labelled(props);
  const isDate = schema.format === 'date';
  return (
    <Input
      {...rest}
      hint={[hint, limits].filter(Boolean).join(' ') || undefined}
      required={required}
      type={isNumber ? 'number' : isDate ? 'date' : schema.format === 'email' ? 'email' : 'text'}
      step={schema.type === 'number' ? 'any' : undefined}
      min={schema.minimum}
      max={schema.maximum}
      maxLength={schema.maxLength}
      placeholder={example(schema)}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ target }) => {
        if (target.value === '') onChange(undefined);
        else onChange(isNumber ? Number(target.value) : inCapitals(schema, target.value));
      }}
    />
  );
}

/** The code of a state in capitals, as the API has it, whatever way it is typed. */
function inCapitals({ pattern }: JsonSchema, text: string): string {
  return pattern === STATE ? text.toUpperCase() : text;
}

function example({ examples, default: preset }: JsonSchema): string | undefined {
  const [first] = examples ?? [];
  if (typeof first === 'string' || typeof first === 'number') return String(first);
  if (typeof preset === 'string' || typeof preset === 'number') return String(preset);
  return undefined;
}

/** Yes or no. */
export function CheckField(props: SchemaFieldProps) {
  const { value, onChange, schema } = props;
  const { label, hint, error } = labelled(props);
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        aria-invalid={error === undefined ? undefined : true}
        className="mt-1 size-4 accent-accent"
        checked={typeof value === 'boolean' ? value : schema.default === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
        {error && <span className="block text-xs text-bad">{error}</span>}
      </span>
    </label>
  );
}

/** An object with any properties. */
export function JsonField(props: SchemaFieldProps) {
  const [text, setText] = useState(
    props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  const [wrong, setWrong] = useState(false);
  const { hint, ...rest } = labelled(props);
  return (
    <TextArea
      {...rest}
      hint={['JSON.', hint].filter(Boolean).join(' ')}
      error={wrong ? 'This is not JSON yet.' : innerErrorOf(props)}
      value={text}
      placeholder="{}"
      onChange={({ target }) => {
        setText(target.value);
        try {
          props.onChange(target.value.trim() === '' ? undefined : JSON.parse(target.value));
          setWrong(false);
        } catch {
          setWrong(true);
          // So that the API refuses it, and does not take what stood there before.
          props.onChange(target.value);
        }
      }}
    />
  );
}

/** Any of several values. */
export function SeveralField(props: SchemaFieldProps & { options: FieldOptions }) {
  const { value, onChange, options } = props;
  const { label, hint } = labelled(props);
  const error = innerErrorOf(props);
  const chosen = listOf(value);
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      {options.map(([each, shown]) => (
        <label key={each} className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={chosen.includes(each)}
            onChange={({ target }) => onChange(withTick(chosen, each, target.checked))}
          />
          {shown}
        </label>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </fieldset>
  );
}

function errorOf({ path, problems }: SchemaFieldProps): string | undefined {
  return problems.find(({ param }) => param === path)?.message;
}

/** What is wrong with a value that is entered as a whole, or with one of its parts. */
export function innerErrorOf({ path, problems }: SchemaFieldProps): string | undefined {
  return problems.find(({ param }) => param === path || param.startsWith(`${path}.`))?.message;
}

/** The label, hint and error of a field. */
export function labelled(props: SchemaFieldProps) {
  return {
    label: labelOf(props.path, props.operation),
    hint: props.schema.hint ?? hintOf(props.path, props.operation),
    error: errorOf(props),
  };
}

/** The items of a value that may not be a list yet. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What the field of a property of a request body is given. */
export interface SchemaFieldProps {
  readonly operation: ChangeId;
  /** The name of the property. */
  readonly name: string;
  /** Its path in the body, as problem documents write it. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly problems: readonly FieldProblem[];
}

/** Values to choose from, and what is shown for them. */
export type FieldOptions = readonly (readonly [value: string, shown: string])[];
