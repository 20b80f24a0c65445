import type { StandardSchemaV1 } from './standard-schema.js';

/** Standard Schemas (Zod, Valibot, ArkType and others) for the two open fields of a document verification record. */
export interface Schemas {
  /** For `data.formData`, by `documentConfigSlug`. They validate it, and type it in the handlers. */
  readonly formData?: Readonly<Record<string, StandardSchemaV1>> | undefined;
  /** For `data.metadata`. It validates it, and types it in the handlers. */
  readonly metadata?: StandardSchemaV1 | undefined;
}

/** Both fields stay open records. */
export type NoSchemas = Readonly<Record<never, never>>;

/** The place in an options type from which TypeScript infers `Given`, without the other options. */
export type InferSchemas<Given extends Schemas> = {
  readonly [Field in keyof Given & keyof Schemas]: Given[Field];
};
