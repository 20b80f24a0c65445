import type { DocumentVerification, OpenFormData, OpenMetadata } from './document-verification.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** The envelope of every event (spec section 6), before anything is known of its type. Unknown keys are kept. */
export interface EventEnvelope {
  /** Identifies the event: the same on every delivery of it, so this is what dedupe goes by. */
  readonly id: string;
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly data: unknown;
  /** How it came to us, where that was not by webhook. Ours to say: a `source` that was sent is not handed on. */
  readonly source?: EventSource;
}

/** How an event came: delivered by the service, or found by `reconcile`. */
export type EventSource = 'webhook' | 'poll';

/** Schemas for `data.formData`, by `documentConfigSlug`. */
export type FormDataSchemas = Readonly<Record<string, StandardSchemaV1>>;

/** No schemas given: `formData` is an open record. */
export type NoSchemas = Readonly<Record<never, never>>;

/** A schema for `data.metadata`. */
export type MetadataSchema = StandardSchemaV1;

/** No schema given: `metadata` is an open record. */
export type NoMetadataSchema = StandardSchemaV1<unknown, OpenMetadata>;

/** Each known event type with what its `data` is. `report.*` and `candidate.*` are announced, not emitted yet (spec section 6). */
export interface EventDataByType<
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> {
  /** Confirmed by the issuing source. */
  readonly 'document_verification.completed': VerificationData<true, Forms, Meta>;
  /** Could not be verified, or every attempt was exhausted. */
  readonly 'document_verification.failed': VerificationData<false, Forms, Meta>;
  /** Captured and stored; no verification source is configured. Not a failure. */
  readonly 'document_verification.recorded': VerificationData<false, Forms, Meta>;
  /** Not emitted yet; its payload is not specified. */
  readonly 'report.completed': Readonly<Record<string, unknown>>;
  /** Not emitted yet; its payload is not specified. */
  readonly 'candidate.completed': Readonly<Record<string, unknown>>;
}

/** The event types of the specification. The service may send others: they arrive as {@link UnknownEvent}. */
export type EventType = keyof EventDataByType;

/** An event of one known type. */
export interface EventOf<
  Type extends EventType,
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> extends EventEnvelope {
  readonly type: Type;
  readonly data: EventDataByType<Forms, Meta>[Type];
}

/** An event of a type that this version does not know. */
export interface UnknownEvent extends EventEnvelope {
  readonly type: UnknownEventType;
  readonly data: unknown;
}

/** Any verified event; `switch (event.type)` narrows it. */
export type WebhookEvent<
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> = { [Type in EventType]: EventOf<Type, Forms, Meta> }[EventType] | UnknownEvent;

// TypeScript has no "any string but these". `string` overlaps with every literal, so that no check would ever exclude it;
// a literal of its own does not, and is still a string to whoever prints it. The brand keeps it from being written down.
declare const unlisted: unique symbol;

/** Stands for every string that is not a known event type: `event.type` of an {@link UnknownEvent}. */
export type UnknownEventType = '(unknown event type)' & { readonly [unlisted]: true };

/** Stands for every slug that no schema was given for. To compare it with one, widen it: `const slug: string = …`. */
export type UnlistedSlug = '(slug without a schema)' & { readonly [unlisted]: true };

type VerificationData<
  Verified extends boolean,
  Forms extends FormDataSchemas,
  Meta extends MetadataSchema,
> =
  | {
      [Slug in keyof Forms & string]: TypedRecord<
        Slug,
        StandardSchemaV1.InferOutput<Forms[Slug]>,
        Verified,
        Meta
      >;
    }[keyof Forms & string]
  | TypedRecord<
      [keyof Forms & string] extends [never] ? string : UnlistedSlug,
      OpenFormData,
      Verified,
      Meta
    >;

interface TypedRecord<
  Slug extends string,
  Form,
  Verified extends boolean,
  Meta extends MetadataSchema,
> extends Omit<DocumentVerification, 'documentConfigSlug' | 'formData' | 'verified' | 'metadata'> {
  readonly documentConfigSlug: Slug;
  readonly verified: Verified;
  readonly formData: Form;
  readonly metadata: StandardSchemaV1.InferOutput<Meta>;
}

/**
 * A validated envelope as the union that user code narrows. The one place where the specification's word on `data` is
 * taken: the signature says that the service sent it, the schemas (where given) that it has the promised shape.
 */
export function toWebhookEvent<
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
>(event: EventEnvelope): WebhookEvent<Forms, Meta> {
  return event as WebhookEvent<Forms, Meta>;
}
