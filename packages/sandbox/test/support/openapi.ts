import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../src/handle/call-service.js';

type Json = Readonly<Record<string, unknown>>;

/** An operation as the OpenAPI document describes it. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  /** The scopes of keys that may call it. */
  readonly scopes: readonly string[];
  /** Whether only a key of a partner may call it. */
  readonly partner: boolean;
  /** Whether only a key that is bound to no integration may call it. */
  readonly tenantWide: boolean;
  readonly parameters: readonly Json[];
  readonly requestSchema: Json | undefined;
  /** The schema of the body for each content type. */
  readonly bodies: Readonly<Record<string, Json>>;
  /** Whether it answers with server-sent events. */
  readonly streams: boolean;
  /** Why an answer does not match the document. `undefined` if it matches. */
  mismatch(status: number, contentType: string, body: unknown): string | undefined;
}

/** The operations of a document. Objects in answers may have only the fields that the document names. */
export function describedOperations(document: Json): readonly DescribedOperation[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const closed = closeObjects(document);
  ajv.addSchema({ $id: 'doc', ...Object(closed) });
  return Object.entries(Object(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, described]) => {
      const operation = Object(described);
      const content = Object(operation.requestBody?.content);
      return {
        method: method.toUpperCase(),
        path,
        scopes: operation['x-scopes'],
        partner: operation['x-partner'] === true,
        tenantWide: operation['x-tenant-wide'] === true,
        parameters: operation.parameters ?? [],
        requestSchema: resolved(content['application/json']?.schema, document),
        bodies: Object.fromEntries(
          Object.entries(content).map(([type, body]) => [
            type,
            resolved(Object(body).schema, document) ?? {},
          ]),
        ),
        streams: 'text/event-stream' in Object(operation.responses[200]?.content),
        mismatch(status, contentType, body) {
          const response = operation.responses[status];
          if (!response) return `the status ${status} is not documented`;
          const type = contentType.split(';')[0] ?? '';
          if (!(type in response.content)) return `the content type ${type} is not documented`;
          const pointer = [
            'paths',
            path,
            method,
            'responses',
            String(status),
            'content',
            type,
            'schema',
          ];
          const codes: unknown = response['x-codes'];
          const code: unknown = Object(body).code;
          if (Array.isArray(codes) && !codes.includes(code)) return `${code} is not documented`;
          const validate = ajv.getSchema(`doc#/${pointer.map(escapePointer).join('/')}`);
          if (!validate) return 'the schema cannot be found';
          return validate(body) ? undefined : ajv.errorsText(validate.errors);
        },
      };
    }),
  );
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

export function resolved(schema: unknown, document: Json): Json | undefined {
  if (!isRecord(schema)) return undefined;
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, part) => Object(node)[part], document);
  return resolved(target, document);
}

function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (!isRecord(node)) return node;
  const children = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, closeObjects(child)]),
  );
  const isObject = children['type'] === 'object' && 'properties' in children;
  return isObject && !('additionalProperties' in children)
    ? { ...children, additionalProperties: false }
    : children;
}
