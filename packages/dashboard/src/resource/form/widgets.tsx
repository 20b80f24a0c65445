import { useState } from 'react';
import type { JsonSchema } from '../../api/json-schema.js';
import { Choice, Ticks } from '../../ui/choice.js';
import { Input, TextArea } from '../../ui/input.js';
import { ChoiceOf, useChoices } from '../choice-of.js';
import type { Options } from '../sources.js';
import { listOf, textsOf } from './body.js';

export interface FieldProps {
  /** The path in the body, as problem documents write it, such as `fields.0.key`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly labels: {
    readonly label: string;
    readonly hint: string | undefined;
    readonly error: string | undefined;
    readonly required: boolean;
  };
  /** The label of the empty option. `null` if the field has a value from the start. */
  readonly none: string | null | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const joined = (...hints: readonly (string | undefined)[]) => hints.filter(Boolean).join(' ');

const STATE = '^[A-Z]{2}$';

export function LineField({ labels, schema, value, onChange }: FieldProps) {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const limits =
    isNumber && schema.minimum !== undefined && schema.maximum !== undefined
      ? `${schema.minimum} to ${schema.maximum.toLocaleString('en-US')}.`
      : undefined;
  const isDate = schema.format === 'date';
  return (
    <Input
      {...labels}
      hint={joined(labels.hint, limits)}
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

/** Puts the code of a state in capitals, as in the API. */
function inCapitals({ pattern }: JsonSchema, text: string): string {
  return pattern === STATE ? text.toUpperCase() : text;
}

function example({ examples, default: preset }: JsonSchema): string | undefined {
  const [first] = examples ?? [];
  if (typeof first === 'string' || typeof first === 'number') return String(first);
  if (typeof preset === 'string' || typeof preset === 'number') return String(preset);
  return undefined;
}

export function CheckField({
  labels: { label, hint, error },
  value,
  onChange,
  schema,
}: FieldProps) {
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

/** A field for an object with any properties, or for any JSON if the schema does not require an object. */
export function JsonField({ labels, schema, value, onChange }: FieldProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const isWrong = text !== '' && value === text;
  const kind = schema.type === 'object' ? 'a JSON object' : 'JSON';
  return (
    <TextArea
      {...labels}
      hint={joined('JSON.', labels.hint)}
      error={isWrong ? `This is not ${kind} yet.` : labels.error}
      value={text}
      placeholder={example(schema) ?? '{}'}
      onChange={({ target }) => {
        setText(target.value);
        onChange(jsonOf(target.value, schema));
      }}
    />
  );
}

/** Parses JSON. @returns `undefined` for an empty text, and the text itself if it is not what the schema requires. */
function jsonOf(text: string, { type }: JsonSchema): unknown {
  if (text.trim() === '') return undefined;
  try {
    const json: unknown = JSON.parse(text);
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    if (type !== 'object' || isObject) return json;
  } catch {}
  // The API refuses the text. Otherwise the former value would be sent.
  return text;
}

export function LongField({ labels, schema, value, onChange }: FieldProps) {
  return (
    <TextArea
      {...labels}
      maxLength={schema.maxLength}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
}

export function LinesField({ labels, value, onChange }: FieldProps) {
  return (
    <TextArea
      {...labels}
      hint={joined('One per line.', labels.hint)}
      value={listOf(value).join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}

/** A list of codes in one line, such as `CA, NY`. */
export function CodesField({ labels, value, onChange }: FieldProps) {
  const [typed, setTyped] = useState('');
  const codes = textsOf(value);
  // As typed, unless the value has changed otherwise.
  const text = codesOf(typed).join() === codes.join() ? typed : codes.join(', ');
  return (
    <Input
      {...labels}
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

export function OneOfField({
  labels,
  value,
  onChange,
  options,
  schema,
}: FieldProps & { options: Options }) {
  const preset = schema.default === undefined ? '' : String(schema.default);
  return (
    <Choice
      {...labels}
      value={String(value ?? preset)}
      options={preset === '' ? [['', '–'], ...options] : options}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

export function SeveralField({
  labels,
  value,
  onChange,
  options,
}: FieldProps & { options: Options }) {
  return (
    <Ticks
      {...labels}
      ticked={textsOf(value)}
      options={options.map(([each, shown]) => ({ value: each, shown }))}
      onChange={onChange}
    />
  );
}

export function ObjectField({
  labels,
  none,
  choices,
  schema,
  value,
  onChange,
}: FieldProps & { choices: string }) {
  const preset = typeof schema.default === 'string' ? schema.default : '';
  const usual = preset === '' ? (labels.required ? 'Choose …' : 'None') : null;
  return (
    <ChoiceOf
      {...labels}
      field={choices}
      none={(none === undefined ? usual : none) ?? undefined}
      value={typeof value === 'string' ? value : preset}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

export function SeveralObjectsField({ choices, ...props }: FieldProps & { choices: string }) {
  const options = useChoices(choices);
  return options ? <SeveralField {...props} options={options} /> : <LinesField {...props} />;
}
