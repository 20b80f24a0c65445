import { hintOf, labelOf } from '../../words/fields.js';
import type { SchemaFieldProps } from './schema-field-props.js';

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
