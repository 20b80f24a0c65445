import { z } from 'zod';

/** A JSON Schema, as far as the service's document uses it. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[] | undefined;
  readonly format?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    examples: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    anyOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema }));
/** The values of properties of an object, of which each has to be one. */
const states = z.record(z.string(), z.array(z.union([z.string(), z.boolean(), z.null()])));

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().default(false),
        description: z.string().optional(),
        schema,
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: content.optional(),
      'x-codes': z.array(z.string()).optional(),
    }),
  ),
  'x-shown': z.boolean().optional(),
  'x-scopes': z.array(z.string()).optional(),
  'x-partner': z.boolean().optional(),
  'x-tenant-wide': z.boolean().optional(),
  'x-lifecycle': z.object({ stage: z.string() }).optional(),
  'x-allowed-when': states.optional(),
  'x-allowed-for': z.record(z.string(), z.record(z.string(), states)).optional(),
  'x-not-before': z.string().optional(),
  'x-earliest': z.record(z.string(), z.string()).optional(),
  'x-guard': z.string().optional(),
});

/** The parts of the service's OpenAPI document that readers see. */
export const openApiDocument = z.object({
  info: z.object({ title: z.string(), summary: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type OpenApiDocument = z.infer<typeof openApiDocument>;
export type Operation = z.infer<typeof operation>;
export type States = z.infer<typeof states>;
