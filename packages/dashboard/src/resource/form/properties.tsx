import type { JsonSchema } from '../../api/json-schema.js';
import { TimeInput } from '../../clock/time-input.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { TextArea } from '../../ui/input.js';
import { shownValue } from '../../words/fields.js';
import { ChoiceOf, useChoices } from '../choice-of.js';
import { hasChoices } from '../sources.js';
import {
  CheckField,
  type FieldOptions,
  innerErrorOf,
  JsonField,
  LineField,
  labelled,
  listOf,
  type SchemaFieldProps,
  SeveralField,
} from './fields.js';

// One file, because a field may have fields of its own.

/** A field for each property of an object. */
export function Properties({
  operation,
  schema,
  path,
  value,
  onChange,
  problems,
  hidden = [],
}: Pick<SchemaFieldProps, 'operation' | 'schema' | 'path' | 'value' | 'problems'> & {
  onChange: (value: object) => void;
  hidden?: readonly string[];
}) {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !hidden.includes(name),
  );
  const values: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : {}) };
  return properties.map(([name, property]) => (
    <SchemaField
      key={name}
      operation={operation}
      name={name}
      path={path === '' ? name : `${path}.${name}`}
      schema={property}
      required={schema.required?.includes(name) ?? false}
      value={values[name]}
      onChange={(next) => onChange(withProperty(value, name, next))}
      problems={problems}
    />
  ));
}

/** The value with one of its properties set, or without it. */
function withProperty(value: unknown, name: string, property: unknown): object {
  const { [name]: _former, ...others }: Record<string, unknown> = {
    ...(typeof value === 'object' ? value : {}),
  };
  return property === undefined ? others : { ...others, [name]: property };
}

/** The field of a form for a property of a request body: what its schema asks for. */
function SchemaField(given: SchemaFieldProps) {
  const schema = withoutNull(given.schema);
  // Where the API takes null, an emptied field means null: left out, the property would keep its value.
  const props: SchemaFieldProps = allowsNull(given.schema)
    ? { ...given, required: false, onChange: (value) => given.onChange(value ?? null) }
    : given;
  const valuesOf = ({ enum: values }: JsonSchema) =>
    values?.map((each) => [String(each), shownValue(given.name, each)] as const);
  const options = valuesOf(schema);
  if (schema.type === 'object' && schema.properties)
    return <GroupField {...props} schema={schema} />;
  if (schema.type === 'array') {
    if (schema.items?.type === 'object') return <RepeatedField {...props} schema={schema} />;
    const known = schema.items && valuesOf(schema.items);
    if (known) return <SeveralField {...props} schema={schema} options={known} />;
    return hasChoices(given.name) ? (
      <SeveralObjectsField {...props} schema={schema} />
    ) : (
      <LinesField {...props} schema={schema} />
    );
  }
  if (schema.type === 'boolean') return <CheckField {...props} schema={schema} />;
  if (schema.type === 'object' || schema.type === undefined)
    return <JsonField {...props} schema={schema} />;
  if (schema.format === 'date-time') return <TimeField {...props} schema={schema} />;
  if (options) return <OneOfField {...props} schema={schema} options={options} />;
  return hasChoices(given.name) ? (
    <ObjectField {...props} schema={schema} />
  ) : (
    <LineField {...props} schema={schema} />
  );
}

/** One of the objects that the API lists. */
function ObjectField(props: SchemaFieldProps) {
  const { name, schema, required, value, onChange } = props;
  const preset = typeof schema.default === 'string' ? schema.default : '';
  return (
    <ChoiceOf
      {...labelled(props)}
      field={name}
      none={preset === '' ? (required ? 'Choose …' : 'None') : undefined}
      required={required}
      value={typeof value === 'string' ? value : preset}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

/** Some of the objects that the API lists. */
function SeveralObjectsField(props: SchemaFieldProps) {
  const options = useChoices(props.name);
  return options ? <SeveralField {...props} options={options} /> : <LinesField {...props} />;
}

/** An object with properties of its own. */
function GroupField(props: SchemaFieldProps) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-xs font-medium text-muted">{labelled(props).label}</legend>
      <Properties {...props} />
    </fieldset>
  );
}

/** A list of objects. */
function RepeatedField(props: SchemaFieldProps) {
  const { operation, path, schema, value, onChange, problems } = props;
  const items = listOf(value);
  const { label, hint, error } = labelled(props);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
        <div key={index} className="flex flex-col gap-3 rounded-md border border-line p-3">
          <Properties
            operation={operation}
            schema={schema.items ?? {}}
            path={`${path}.${index}`}
            value={item}
            onChange={(next) => onChange(items.with(index, next))}
            problems={problems}
          />
          <Button look="quiet" onClick={() => onChange(items.toSpliced(index, 1))}>
            Remove
          </Button>
        </div>
      ))}
      {error && <p className="text-xs text-bad">{error}</p>}
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <Button onClick={() => onChange([...items, {}])}>Add</Button>
    </fieldset>
  );
}

/** A time. */
function TimeField(props: SchemaFieldProps) {
  const { value, onChange, required } = props;
  return (
    <TimeInput
      {...labelled(props)}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

/** A list of texts, one a line. */
function LinesField(props: SchemaFieldProps) {
  const { value, onChange } = props;
  const { hint, ...rest } = labelled(props);
  return (
    <TextArea
      {...rest}
      error={innerErrorOf(props)}
      hint={['One a line.', hint].filter(Boolean).join(' ')}
      value={listOf(value).join('\n')}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}

/** One of several values. */
function OneOfField(props: SchemaFieldProps & { options: FieldOptions }) {
  const { value, onChange, required, options, schema } = props;
  const preset = schema.default === undefined ? '' : String(schema.default);
  return (
    <Choice
      {...labelled(props)}
      required={required}
      value={value === undefined || value === null ? preset : String(value)}
      options={preset === '' ? [['', '–'], ...options] : options}
      onChange={(next) => onChange(next === '' ? undefined : next)}
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

/** Whether null is a value. */
function allowsNull({ type, anyOf, oneOf }: JsonSchema): boolean {
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    (anyOf ?? oneOf ?? []).some(allowsNull)
  );
}
