import { Button } from '../../ui/button.js';
import { useSuggestions } from '../choices.js';
import { wordsOf } from '../words-of.js';
import { CheckField } from './check-field.js';
import { JsonField } from './json-field.js';
import { labelled } from './labelled.js';
import { LineField } from './line-field.js';
import { LinesField } from './lines-field.js';
import { listOf } from './list-of.js';
import { allowsNull, withoutNull } from './nullable.js';
import { OneOfField } from './one-of-field.js';
import type { SchemaFieldProps } from './schema-field-props.js';
import { SeveralField } from './several-field.js';
import { TimeField } from './time-field.js';

// One file, because a field may have fields of its own.

/** A field for each property of an object. */
export function Properties({
  schema,
  path,
  value,
  onChange,
  problems,
  hidden = [],
}: Pick<SchemaFieldProps, 'schema' | 'path' | 'value' | 'problems'> & {
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
  const choices = useSuggestions(given.name);
  // Where the API takes null, an emptied field means null: left out, the property would keep its value.
  const props: SchemaFieldProps = allowsNull(given.schema)
    ? { ...given, required: false, onChange: (value) => given.onChange(value ?? null) }
    : given;
  const options =
    schema.enum?.map((each) => [String(each), wordsOf(String(each))] as const) ??
    (choices?.complete ? choices.options : undefined);
  if (schema.type === 'object' && schema.properties)
    return <GroupField {...props} schema={schema} />;
  if (schema.type === 'array') {
    if (schema.items?.type === 'object') return <RepeatedField {...props} schema={schema} />;
    const ofItems = schema.items?.enum?.map(
      (each) => [String(each), wordsOf(String(each))] as const,
    );
    const known = ofItems ?? choices?.options;
    return known ? (
      <SeveralField {...props} schema={schema} options={known} />
    ) : (
      <LinesField {...props} schema={schema} />
    );
  }
  if (schema.type === 'boolean') return <CheckField {...props} schema={schema} />;
  if (schema.type === 'object' || schema.type === undefined)
    return <JsonField {...props} schema={schema} />;
  if (schema.format === 'date-time') return <TimeField {...props} schema={schema} />;
  return options ? (
    <OneOfField {...props} schema={schema} options={options} />
  ) : (
    <LineField {...props} schema={schema} suggestions={choices?.options} />
  );
}

/** An object with properties of its own. */
function GroupField(props: SchemaFieldProps) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-xs font-medium text-muted">{wordsOf(props.name)}</legend>
      <Properties {...props} />
    </fieldset>
  );
}

/** A list of objects. */
function RepeatedField(props: SchemaFieldProps) {
  const { name, path, schema, value, onChange, problems } = props;
  const items = listOf(value);
  const { hint, error } = labelled(props);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-xs font-medium text-muted">{wordsOf(name)}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place.
        <div key={index} className="flex flex-col gap-3 rounded-md border border-line p-3">
          <Properties
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
