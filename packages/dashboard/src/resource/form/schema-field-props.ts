import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeId } from '../../api/operations.js';
import type { FieldProblem } from '../../api/problem-error.js';

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
