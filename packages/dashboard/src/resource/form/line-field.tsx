import type { JsonSchema } from '../../api/json-schema.js';
import { Suggest } from '../../ui/suggest.js';
import { labelled } from './labelled.js';
import type { FieldOptions, SchemaFieldProps } from './schema-field-props.js';

/** A text, a number or a date. */
export function LineField(
  props: SchemaFieldProps & {
    suggestions?: FieldOptions | undefined;
  },
) {
  const { schema, value, onChange, required, suggestions = [] } = props;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const limits =
    isNumber && schema.minimum !== undefined && schema.maximum !== undefined
      ? `${schema.minimum} to ${schema.maximum}.`
      : undefined;
  const { hint, ...rest } = labelled(props);
  const isDate = schema.format === 'date';
  return (
    <Suggest
      {...rest}
      options={suggestions}
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
        else onChange(isNumber ? Number(target.value) : target.value);
      }}
    />
  );
}

function example({ examples, default: preset }: JsonSchema): string | undefined {
  const [first] = examples ?? [];
  if (typeof first === 'string' || typeof first === 'number') return String(first);
  if (typeof preset === 'string' || typeof preset === 'number') return String(preset);
  return undefined;
}
