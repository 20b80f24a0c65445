import { useState } from 'react';
import type { JsonSchema } from '../../api/json-schema.js';
import { Choices, withTick } from '../../ui/choice.js';
import { Input, TextArea } from '../../ui/input.js';
import type { Options } from '../sources.js';
import { listOf, textsOf } from './body.js';
import { type FieldProps, labelledBy } from './use-form.js';

const STATE = '^[A-Z]{2}$';

/** A text, a number or a date. */
export function LineField(props: FieldProps) {
  const { hint, schema, value, onChange } = props;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const limits =
    isNumber && schema.minimum !== undefined && schema.maximum !== undefined
      ? `${schema.minimum} to ${schema.maximum}.`
      : undefined;
  const isDate = schema.format === 'date';
  return (
    <Input
      {...labelledBy(props)}
      hint={[hint, limits].filter(Boolean).join(' ') || undefined}
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
export function CheckField({ label, hint, error, value, onChange, schema }: FieldProps) {
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

/** A field for an object with any properties, or for any JSON where the schema does not ask for an object. */
export function JsonField({ label, hint, error, schema, value, onChange }: FieldProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const isWrong = text !== '' && value === text;
  const kind = schema.type === 'object' ? 'a JSON object' : 'JSON';
  return (
    <TextArea
      label={label}
      hint={['JSON.', hint].filter(Boolean).join(' ')}
      error={isWrong ? `This is not ${kind} yet.` : error}
      value={text}
      placeholder={example(schema) ?? '{}'}
      onChange={({ target }) => {
        setText(target.value);
        onChange(jsonOf(target.value, schema));
      }}
    />
  );
}

/** Reads the JSON of a text. @returns undefined for an empty text, and the text itself when the schema asks for something else. */
function jsonOf(text: string, { type }: JsonSchema): unknown {
  if (text.trim() === '') return undefined;
  try {
    const json: unknown = JSON.parse(text);
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    if (type !== 'object' || isObject) return json;
  } catch {}
  // The API refuses it, and does not take what stood there before.
  return text;
}

/** A text of several lines. */
export function LongField(props: FieldProps) {
  return (
    <TextArea
      {...labelledBy(props)}
      maxLength={props.schema.maxLength}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ target }) => props.onChange(target.value || undefined)}
    />
  );
}

/** A list of texts, one a line. */
export function LinesField({ label, hint, error, value, onChange }: FieldProps) {
  return (
    <TextArea
      label={label}
      error={error}
      hint={['One a line.', hint].filter(Boolean).join(' ')}
      value={listOf(value).join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}

/** A list of codes in one line, such as `CA, NY`. */
export function CodesField({ label, hint, error, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState('');
  const codes = textsOf(value);
  // As it was typed, unless the value has become another one.
  const text = codesOf(typed).join() === codes.join() ? typed : codes.join(', ');
  return (
    <Input
      label={label}
      hint={hint}
      error={error}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(codesOf(target.value));
      }}
    />
  );
}

function codesOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
}

/** Any of several values. */
export function SeveralField({ options, ...field }: FieldProps & { options: Options }) {
  const { label, hint, error, value, onChange } = field;
  const chosen = listOf(value);
  return (
    <Choices legend={label} error={error} hint={hint}>
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
    </Choices>
  );
}
