import type { ComponentType } from 'react';
import type { JsonSchema } from '../../api/json-schema.js';
import { TimeInput } from '../../clock/time-input.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { shownValue } from '../../words/fields.js';
import { ChoiceOf, useChoices } from '../choice-of.js';
import { choicesOf, type Options } from '../sources.js';
import { listOf, schemaAt } from './body.js';
import { type FieldProps, labelledBy, useField, useFormAround } from './use-form.js';
import { CheckField, JsonField, LineField, LinesField, SeveralField } from './widgets.js';

// One file, because a field may have fields of its own.

/** A field for each property of the body, or of an object in it. */
export function Fields({
  of = '',
  hidden = [],
}: {
  of?: string;
  hidden?: readonly string[] | undefined;
}) {
  const { schema: whole } = useFormAround();
  const { properties = {} } = of === '' ? whole : withoutNull(schemaAt(whole, of).schema);
  return Object.keys(properties)
    .filter((name) => !hidden.includes(name))
    .map((name) => <Field key={name} path={of === '' ? name : `${of}.${name}`} />);
}

/** The field of a property. What it is given here comes before what is known of the path. */
export function Field({
  path,
  as: Widget = SchemaField,
  ...given
}: Partial<Pick<FieldProps, 'label' | 'hint' | 'none' | 'schema'>> & {
  path: string;
  /** Draws it, where its schema does not say how. */
  as?: ComponentType<FieldProps>;
}) {
  return <Widget {...useField(path)} {...given} />;
}

/** What the schema of a property asks for. */
function SchemaField(given: FieldProps) {
  const { name: form } = useFormAround();
  const schema = withoutNull(given.schema);
  // Where the API takes null, an emptied field means null: left out, the property would keep its value.
  const props: FieldProps = allowsNull(given.schema)
    ? { ...given, schema, required: false, onChange: (value) => given.onChange(value ?? null) }
    : { ...given, schema };
  const name = given.path.split('.').at(-1) ?? '';
  const valuesOf = ({ enum: values }: JsonSchema) =>
    values?.map((each) => [String(each), shownValue(name, each)] as const);
  const choices = choicesOf(given.path, form);
  if (schema.type === 'object' && schema.properties) return <GroupField {...props} />;
  if (schema.type === 'array') {
    if (schema.items?.type === 'object') return <RepeatedField {...props} />;
    const options = schema.items && valuesOf(schema.items);
    if (options) return <SeveralField {...props} options={options} />;
    if (choices === undefined) return <LinesField {...props} />;
    return <SeveralObjectsField {...props} choices={choices} />;
  }
  if (schema.type === 'boolean') return <CheckField {...props} />;
  if (schema.type === 'object' || schema.type === undefined) return <JsonField {...props} />;
  if (schema.format === 'date-time') {
    const { value, onChange } = props;
    const time = typeof value === 'string' ? value : '';
    return (
      <TimeInput
        {...labelledBy(props)}
        value={time}
        onChange={(next) => onChange(next || undefined)}
      />
    );
  }
  const options = valuesOf(schema);
  if (options) return <OneOfField {...props} options={options} />;
  if (choices === undefined) return <LineField {...props} />;
  return <ObjectField {...props} choices={choices} />;
}

/** One of the objects that the API lists. */
export function ObjectField(props: FieldProps & { choices: string }) {
  const { none, choices, schema, required, value, onChange } = props;
  const preset = typeof schema.default === 'string' ? schema.default : '';
  const usual = preset === '' ? (required ? 'Choose …' : 'None') : null;
  return (
    <ChoiceOf
      {...labelledBy(props)}
      field={choices}
      none={(none === undefined ? usual : none) ?? undefined}
      value={typeof value === 'string' ? value : preset}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

/** Some of the objects that the API lists. */
function SeveralObjectsField({ choices, ...props }: FieldProps & { choices: string }) {
  const options = useChoices(choices);
  return options ? <SeveralField {...props} options={options} /> : <LinesField {...props} />;
}

/** An object with properties of its own. */
function GroupField({ path, label }: FieldProps) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-xs font-medium text-muted">{label}</legend>
      <Fields of={path} />
    </fieldset>
  );
}

/** A list of objects. */
function RepeatedField({ path, label, hint, ownError, value, onChange }: FieldProps) {
  const items = listOf(value);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      {items.map((_item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
        <div key={index} className="flex flex-col gap-3 rounded-md border border-line p-3">
          <Fields of={`${path}.${index}`} />
          <Button look="quiet" onClick={() => onChange(items.toSpliced(index, 1))}>
            Remove
          </Button>
        </div>
      ))}
      {ownError && <p className="text-xs text-bad">{ownError}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <Button onClick={() => onChange([...items, {}])}>Add</Button>
    </fieldset>
  );
}

/** One of several values. */
function OneOfField(props: FieldProps & { options: Options }) {
  const { value, onChange, options, schema } = props;
  const preset = schema.default === undefined ? '' : String(schema.default);
  return (
    <Choice
      {...labelledBy(props)}
      value={String(value ?? preset)}
      options={preset === '' ? [['', '–'], ...options] : options}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

/** The schema of a value that may be null, without the null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [first, ...others] = (schema.anyOf ?? schema.oneOf ?? []).filter(
    ({ type }) => type !== 'null',
  );
  if (first && others.length === 0) return { ...schema, ...first };
  if (Array.isArray(schema.type)) {
    return { ...schema, type: schema.type.find((type) => type !== 'null') ?? 'string' };
  }
  return schema;
}

function allowsNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    (anyOf ?? oneOf ?? []).some(allowsNull)
  );
}
