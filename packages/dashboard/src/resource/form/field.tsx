import { createContext, type ReactNode, useContext } from 'react';
import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeId } from '../../api/operations.js';
import type { FieldProblem } from '../../api/problem-error.js';
import { TimeInput } from '../../clock/time-input.js';
import { Button } from '../../ui/button.js';
import { Choices } from '../../ui/choice.js';
import { emptyLabelOf, hintOf, labelOf, shownValue } from '../../words/fields.js';
import { capitalized } from '../../words/words-of.js';
import { choicesOf } from '../sources.js';
import { type Body, listOf, schemaAt, valueAt } from './body.js';
import {
  CheckField,
  type FieldProps,
  JsonField,
  LineField,
  LinesField,
  ObjectField,
  OneOfField,
  SeveralField,
  SeveralObjectsField,
} from './widgets.js';

// One file, because a field may contain fields.

export interface FormState {
  /** The operation, by which the texts of the fields are found. */
  readonly operation: ChangeId;
  readonly schema: JsonSchema;
  readonly body: Body;
  readonly problems: readonly FieldProblem[];
  readonly isEntered: boolean;
  readonly set: (path: string, value: unknown) => void;
  readonly clear: () => void;
}

export const FormAround = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormAround);
  if (!form) throw new Error('A field is part of a form.');
  return form;
}

export function Fields({
  of = '',
  hidden = [],
}: {
  of?: string;
  hidden?: readonly string[] | undefined;
}) {
  const { schema: whole } = useForm();
  const { properties = {} } = of === '' ? whole : withoutNull(schemaAt(whole, of).schema);
  return Object.keys(properties)
    .filter((name) => !hidden.includes(name))
    .map((name) => <Field key={name} path={of === '' ? name : `${of}.${name}`} />);
}

/** The field of a property. Its props override the defaults of the path. */
export function Field({
  path,
  also = path,
  labels,
  as = (props) => <SchemaField {...props} />,
  ...given
}: Partial<Pick<FieldProps, 'schema' | 'none'>> & {
  path: string;
  /** Another path whose errors are shown at this field. */
  also?: string;
  labels?: Partial<FieldProps['labels']>;
  /** Renders the field, if the schema does not say how. Must not call hooks itself. */
  as?: (props: FieldProps) => ReactNode;
}) {
  const { operation, schema: whole, body, problems, set } = useForm();
  const { schema, required } = schemaAt(whole, path);
  const isOfItem = ({ param }: FieldProblem) =>
    schema.items?.properties !== undefined && /^\.\d/.test(param.slice(path.length));
  const error = problems.find(
    (problem) =>
      [path, also].some((each) => `${problem.param}.`.startsWith(`${each}.`)) && !isOfItem(problem),
  )?.message;
  return as({
    path,
    schema,
    none: emptyLabelOf(path, operation),
    value: valueAt(body, path),
    onChange: (value) => set(path, value),
    ...given,
    labels: {
      label: labelOf(path, operation),
      hint: schema.hint ?? hintOf(path, operation),
      error,
      required,
      ...labels,
    },
  });
}

function SchemaField(given: FieldProps) {
  const { operation } = useForm();
  const { path, labels } = given;
  const schema = withoutNull(given.schema);
  // If the API accepts null, an empty field means null: if left out, the property would keep its value.
  const props: FieldProps = allowsNull(given.schema)
    ? {
        ...given,
        schema,
        labels: { ...labels, required: false },
        onChange: (value) => given.onChange(value ?? null),
      }
    : { ...given, schema };
  const name = path.split('.').at(-1) ?? '';
  const valuesOf = ({ enum: values }: JsonSchema) =>
    values?.map((each) => [String(each), shownValue(name, each)] as const);
  const choices = choicesOf(path, operation);
  if (schema.type === 'object' && schema.properties) {
    return (
      <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
        <legend className="px-1 text-xs font-medium text-muted">{labels.label}</legend>
        <Fields of={path} />
      </fieldset>
    );
  }
  if (schema.type === 'array') {
    if (schema.items?.type === 'object') return <ItemsField {...props} />;
    const options = schema.items && valuesOf(schema.items);
    if (options) return <SeveralField {...props} options={options} />;
    if (choices === undefined) return <LinesField {...props} />;
    return <SeveralObjectsField {...props} choices={choices} />;
  }
  if (schema.type === 'boolean') return <CheckField {...props} />;
  if (schema.type === 'object' || schema.type === undefined) return <JsonField {...props} />;
  if (schema.format === 'date-time') {
    const { value, onChange } = props;
    return (
      <TimeInput
        {...props.labels}
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => onChange(next || undefined)}
      />
    );
  }
  const options = valuesOf(schema);
  if (options) return <OneOfField {...props} options={options} />;
  if (choices === undefined) return <LineField {...props} />;
  return <ObjectField {...props} choices={choices} />;
}

export function ItemsField({
  path,
  labels,
  value,
  onChange,
  item = 'item',
  added = { Add: {} },
  empty,
  row = (at) => <Fields of={at} />,
}: FieldProps & {
  item?: string;
  /** The object that each button adds, by the text of the button. */
  added?: Readonly<Record<string, object>>;
  /** The text for an empty list. */
  empty?: string;
  row?: (at: string) => ReactNode;
}) {
  const items = listOf(value);
  return (
    <Choices {...labels} className="flex min-w-0 flex-col gap-3">
      {items.map((_item, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no identity except its position.
          key={index}
          className="grid grid-cols-1 gap-3 rounded-md border border-line p-3 sm:grid-cols-2"
        >
          <legend className="px-1 text-xs font-medium text-muted">
            {capitalized(item)} {index + 1}
          </legend>
          {row(`${path}.${index}`)}
          <Button
            look="quiet"
            className="justify-self-end sm:col-start-2"
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            Remove
            <span className="sr-only">
              {' '}
              {item} {index + 1}
            </span>
          </Button>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        {Object.entries(added).map(([says, one]) => (
          <Button key={says} onClick={() => onChange([...items, one])}>
            {says}
          </Button>
        ))}
      </div>
      {items.length === 0 && empty && <p className="text-muted">{empty}</p>}
    </Choices>
  );
}

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
