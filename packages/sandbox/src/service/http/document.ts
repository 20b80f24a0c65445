import { z } from 'zod';
import { limits } from '../limits/limits.js';
import { aboutApi } from './about-api.js';
import { type Accepts, describeLifecycle, type Operation } from './operation.js';
import { type ProblemCode, ProblemDocument, problemStatuses } from './problem.js';
import { describeAllowance } from './state-machine.js';
import { tags } from './tags.js';

type Json = Readonly<Record<string, unknown>>;

/** A webhook in the OpenAPI document. */
export interface DescribedWebhook {
  readonly type: string;
  readonly summary: string;
  readonly body: z.ZodType;
  /** The specification marks it as coming soon. */
  readonly comingSoon?: true;
}

/**
 * The OpenAPI 3.1 document of the operations and webhooks.
 *
 * @param origin The origin of the service, without a slash at its end: clients append the paths to it.
 */
export function openApiDocument(
  operations: readonly Operation[],
  webhooks: readonly DescribedWebhook[],
  origin: string,
): Json {
  const schemas = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const described = { [operation.method.toLowerCase()]: describeOperation(operation, schemas) };
    paths[operation.path] = { ...paths[operation.path], ...described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Background Screening Service',
      version: '1.0.0',
      summary: 'The REST API and the webhooks of the sandbox.',
      description: aboutApi,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: origin, description: 'This sandbox' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(
      webhooks.map((webhook) => [webhook.type, { post: describeWebhook(webhook, schemas) }]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key. The sandbox prints one when it starts.',
        },
      },
      schemas: schemas.all(),
    },
  };
}

function describeOperation(operation: Operation, schemas: Components): Json {
  const { id, tag, summary, shown, input, status, scopes, partner, tenantWide } = operation;
  const change = operation.method === 'GET' ? undefined : operation;
  const returns = schemas.refer(operation.returns);
  return {
    operationId: id,
    tags: [tag],
    summary,
    'x-shown': shown,
    'x-scopes': scopes,
    'x-partner': partner,
    'x-tenant-wide': tenantWide,
    ...describeLifecycle(operation.lifecycle),
    ...(change && describeAllowance(change)),
    parameters: [
      ...parameters('path', input.params, schemas),
      ...parameters('query', input.query, schemas),
      ...(change ? [idempotencyKey] : []),
      ...(operation.streams ? [lastEventId] : []),
    ],
    requestBody: change?.input.body && {
      required: true,
      content: bodies(change.accepts, schemas.refer(change.input.body)),
    },
    responses: {
      [status]: {
        description: summary,
        headers: operation.csv ? { ...requestId, ...disposition } : requestId,
        content: operation.streams
          ? { 'text/event-stream': { schema: text, 'x-event-data': returns['$ref'] } }
          : { [operation.csv ? 'text/csv' : 'application/json']: { schema: returns } },
      },
      ...refusals(operation, schemas),
    },
  };
}

function bodies(accepts: Accepts, body: unknown): Json {
  const types = Object.keys(accepts);
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'text/csv' ? csvFile : body }]),
  );
}

const csvFile: Json = { type: 'string', description: 'RFC 4180, in UTF-8.' };

const requestId: Json = { 'Service-Request-Id': { schema: { type: 'string' } } };

const disposition: Json = {
  'Content-Disposition': { schema: { type: 'string' }, description: 'The name of the file.' },
};

const idempotencyKey: Json = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description:
    'For 24 hours, a repeated request with the same key gets the answer of the first one.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey.most },
};

const lastEventId: Json = {
  in: 'header',
  name: 'Last-Event-ID',
  required: false,
  description: 'The id of the last event that the client received. Default: only new events.',
  schema: { type: 'string', pattern: '^\\d{1,15}-\\d{1,15}$' },
};

const text: Json = {
  type: 'string',
  description: 'Server-sent events. The `data` of each is JSON of the schema in `x-event-data`.',
};

function parameters(
  where: 'path' | 'query',
  schema: z.ZodObject | undefined,
  schemas: Components,
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, type]) => ({
    in: where,
    name,
    required: where === 'path' || !z.safeParse(type, undefined).success,
    schema: schemas.refer(type),
  }));
}

function refusals(operation: Operation, schemas: Components): Json {
  const content = { 'application/problem+json': { schema: schemas.refer(ProblemDocument) } };
  const all = listRefusals(operation);
  const statuses = new Set(all.map((code) => problemStatuses[code]));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = all.filter((code) => problemStatuses[code] === status);
      const description = codes.map((code) => `\`${code}\``).join(', ');
      return [status, { description, 'x-codes': codes, content }];
    }),
  );
}

function describeWebhook(
  { type, summary, body, comingSoon }: DescribedWebhook,
  schemas: Components,
): Json {
  return {
    operationId: type,
    summary,
    ...(comingSoon ? { 'x-availability': 'coming_soon' } : {}),
    security: [],
    parameters: [
      {
        in: 'header',
        name: 'Service-Signature',
        required: true,
        description: '`t=<unix_timestamp>,v1=<hex_signature>`: HMAC-SHA256 of `<t>.<body>`.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.refer(body) } },
    },
    responses: {
      '2XX': { description: 'Acknowledges the event, within 15 seconds.' },
      '4XX': { description: 'The event will be delivered again.' },
      '5XX': { description: 'The event will be delivered again.' },
    },
  };
}

class Components {
  readonly #schemas = new Map<string, unknown>();

  /** Stores the named schemas of a schema, and returns it with references to them. */
  refer(schema: z.ZodType | z.core.$ZodType): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input' });
    for (const [name, definition] of Object.entries($defs)) {
      this.#schemas.set(name, withReferences(definition));
    }
    return withReferences(own);
  }

  all(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }
}

function withReferences(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** The steps of a request that can refuse it, and the codes of each, in the order of `answerRequest`. */
const steps: readonly {
  readonly codes: readonly ProblemCode[];
  /** Default: every operation has the step. */
  readonly of?: (operation: Operation) => unknown;
}[] = [
  { codes: ['host_not_allowed'] },
  { codes: ['api_key_missing', 'api_key_invalid', 'api_key_revoked', 'session_expired'] },
  { codes: ['tenant_suspended', 'scope_insufficient', 'origin_not_allowed'] },
  { codes: ['partner_required'], of: ({ partner }) => partner },
  { codes: ['rate_limited', 'internal_error', 'sandbox_fault'] },
  { codes: ['parameter_unknown', 'parameter_invalid'] },
  {
    codes: ['cursor_invalid'],
    of: ({ input: { query } }) => query && 'cursor' in query.shape,
  },
  {
    codes: [
      'csrf_token_invalid',
      'idempotency_key_invalid',
      'idempotency_in_progress',
      'idempotency_key_reused',
      // A body is also read and refused where none belongs. A body that ends too early is malformed JSON.
      'malformed_json',
      'payload_too_large',
      'content_type_unsupported',
      'content_encoding_unsupported',
      'validation_failed',
      // The tenant was closed or suspended in the meantime.
      'state_conflict',
    ],
    of: ({ method }) => method !== 'GET',
  },
  {
    codes: ['malformed_multipart'],
    of: (operation) => operation.method !== 'GET' && 'multipart/form-data' in operation.accepts,
  },
  { codes: ['resource_not_found'], of: ({ input: { params } }) => params },
];

/** The codes of all refusals of an operation: those of its steps, and those that its row names. */
function listRefusals(operation: Operation): readonly ProblemCode[] {
  const codes = steps
    .filter(({ of }) => of === undefined || of(operation))
    .flatMap((step) => step.codes);
  return [...new Set([...codes, ...(operation.refuses ?? [])])];
}
