import type { DocumentVerification, OpenFormData, OpenMetadata } from './document-verification.js';
import type { NoSchemas, Schemas } from './schemas.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** The envelope of every event (spec section 6), before its type is known. Unknown keys are kept. */
export interface EventEnvelope {
  /** The same on every delivery of the event: the receiver dedupes by it. */
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly data: unknown;
  /** Set by the receiver; a `source` field in the envelope is dropped. */
  readonly source?: EventSource | undefined;
}

/** Delivered by the service, or found by `reconcile`. */
export type EventSource = 'webhook' | 'poll';

/** The type of `data` by event type. `report.*` and `candidate.*` are announced but not emitted yet (spec section 6). */
export interface EventDataByType<Given extends Schemas = NoSchemas> {
  /** Confirmed by the issuing source. */
  readonly 'document_verification.completed': VerificationData<true, Given>;
  /** Could not be verified, or every attempt was exhausted. */
  readonly 'document_verification.failed': VerificationData<false, Given>;
  /** Captured and stored; no verification source is configured. Not a failure. */
  readonly 'document_verification.recorded': VerificationData<false, Given>;
  /** Not emitted yet. All checks of the report have finished. The payload is not specified. */
  readonly 'report.completed': Readonly<Record<string, unknown>>;
  /** Not emitted yet. The candidate has completed their information. The payload is not specified. */
  readonly 'candidate.completed': Readonly<Record<string, unknown>>;
}

/** The event types of the specification. The service may send others: they arrive as {@link UnknownEvent}. */
export type EventType = keyof EventDataByType;

/** An event of one known type. */
export interface EventOf<Type extends EventType, Given extends Schemas = NoSchemas>
  extends EventEnvelope {
  readonly type: Type;
  readonly data: EventDataByType<Given>[Type];
}

/** An event of a type that this version does not know. */
export interface UnknownEvent extends EventEnvelope {
  readonly type: UnknownEventType;
  readonly data: unknown;
}

/** Any verified event; `switch (event.type)` narrows it. */
export type WebhookEvent<Given extends Schemas = NoSchemas> =
  | { [Type in EventType]: EventOf<Type, Given> }[EventType]
  | UnknownEvent;

// TypeScript has no "any string but these". `string` overlaps with every literal, so a check would never exclude it. A
// separate literal does not overlap, and still prints as a string. The brand keeps code from writing the literal. Its key is a
// string: a symbol would be another one in each copy, and the ES module and the CommonJS module of one app would not agree.
interface Unlisted {
  readonly '~unlisted': true;
}

/** Stands for every string that is not a known event type: `event.type` of an {@link UnknownEvent}. */
export type UnknownEventType = '(unknown event type)' & Unlisted;

/** Stands for every slug without a schema. To compare it with a slug, widen it: `const slug: string = …`. */
export type UnlistedSlug = '(slug without a schema)' & Unlisted;

type VerificationData<Verified extends boolean, Given extends Schemas> = [
  keyof Given & keyof Schemas,
] extends [never]
  ? DocumentVerification<Verified>
  : VerificationBySlug<Verified, Given['formData'], MetadataOf<Given['metadata']>>;

/** One record type for each slug that has a schema, and one for all other slugs: `documentConfigSlug` narrows the union. */
type VerificationBySlug<Verified extends boolean, Forms, Metadata> =
  Forms extends Record<string, StandardSchemaV1>
    ?
        | {
            [Slug in keyof Forms & string]: TypedDocumentVerification<
              Verified,
              Slug,
              StandardSchemaV1.InferOutput<Forms[Slug]>,
              Metadata
            >;
          }[keyof Forms & string]
        | TypedDocumentVerification<Verified, UnlistedSlug, OpenFormData, Metadata>
    : TypedDocumentVerification<Verified, string, OpenFormData, Metadata>;

type MetadataOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : OpenMetadata;

/** A {@link DocumentVerification} with the outputs of the given schemas. */
export interface TypedDocumentVerification<
  Verified extends boolean,
  Slug extends string,
  FormData,
  Metadata,
> extends Omit<DocumentVerification<Verified>, 'documentConfigSlug' | 'formData' | 'metadata'> {
  readonly documentConfigSlug: Slug;
  readonly formData: FormData;
  readonly metadata: Metadata;
}
