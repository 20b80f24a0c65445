import { isRecord } from '../../src/handle/call-service.js';
import { type DescribedOperation, resolved } from './openapi.js';

type Json = Readonly<Record<string, unknown>>;

/** A place in which an operation takes an id. */
export interface IdPlace {
  readonly operation: DescribedOperation;
  readonly in: 'path' | 'query' | 'body';
  /** The name of a parameter, or the path to a field of a body, in which `0` is the item of a list. */
  readonly steps: readonly string[];
  /** The name of the parameter or field. */
  readonly field: string;
}

interface IdPlaces {
  readonly places: readonly IdPlace[];
  /** Places that may take an id, but that this file does not know. */
  readonly unknown: readonly string[];
}

/** Free texts that name no object, and fields whose keys the caller chooses. */
const texts = new Set([
  ...[
    'allowedOrigins',
    'brandColor',
    'checkTypeSlugs',
    'cursor',
    'description',
    'documentConfigSlug',
  ],
  ...['eventType', 'eventTypes', 'externalId', 'facilityName', 'fileName', 'firstName', 'label'],
  ...['lastName', 'name', 'note', 'owner', 'redirectUrl', 'reference', 'slug', 'statement'],
  ...['timeZone', 'type', 'url', 'email', 'path'],
  ...['checkTypes', 'formData', 'metadata', 'packages'],
  ...['checkTypeSlug', 'hint', 'key', 'magicField', 'pattern', 'q', 'sourceSlug'],
]);
/** Headers that have their own tests. */
const headers = new Set(['Idempotency-Key', 'Last-Event-ID']);
const rosters = '/v1/bulk-imports';
const sampleId = `rol_${'a'.repeat(24)}`;

const isId = (field: string): boolean => /^id$|Ids?$/.test(field) && field !== 'externalId';

/** The places of the operations of a document. */
export function idPlaces(operations: readonly DescribedOperation[], document: Json): IdPlaces {
  const places: IdPlace[] = [];
  const unknown: string[] = [];

  function sort(place: IdPlace, schema: Json): void {
    if (isId(place.field)) places.push(place);
    else if (takesId(schema) && !texts.has(place.field)) unknown.push(nameOf(place));
  }

  for (const operation of operations) {
    const { method, path, parameters, bodies } = operation;
    for (const parameter of parameters) {
      const name = String(parameter['name']);
      const where = parameter['in'];
      const schema = resolved(parameter['schema'], document) ?? {};
      if (where === 'path' || where === 'query') {
        sort({ operation, in: where, steps: [name], field: name }, schema);
      } else if (where !== 'header' || !headers.has(name)) {
        unknown.push(`${method} ${path} ${where} ${name}`);
      }
    }
    for (const [type, body] of Object.entries(bodies)) {
      for (const [steps, schema] of leavesOf(body, document)) {
        const field = steps.findLast((step) => step !== '0') ?? '';
        const isJson = type === 'application/json';
        if (isJson) sort({ operation, in: 'body', steps, field }, schema);
        else if (takesId(schema) && path !== rosters) unknown.push(`${method} ${path} ${type}`);
      }
    }
    if (path.split('{').length > 2) unknown.push(`${method} ${path} with two parameters`);
  }
  return { places, unknown };
}

export function nameOf({ operation: { method, path }, in: where, steps }: IdPlace): string {
  return `${method} ${path} ${where} ${steps.join('.')}`;
}

function takesId({ type, format, pattern, ...rest }: Json): boolean {
  if ('enum' in rest || 'const' in rest || format !== undefined) return false;
  if (type === 'string') return pattern === undefined || new RegExp(String(pattern)).test(sampleId);
  return type === 'object' || type === undefined;
}

/** The fields of a schema that have no fields of their own. */
function leavesOf(
  node: unknown,
  document: Json,
  steps: readonly string[] = [],
): readonly (readonly [readonly string[], Json])[] {
  const schema = resolved(node, document) ?? {};
  const below = (child: unknown, step: string) => leavesOf(child, document, [...steps, step]);
  const choices = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray);
  if (choices) return choices.flatMap((choice) => leavesOf(choice, document, steps));
  if (schema['items']) return below(schema['items'], '0');
  const { properties } = schema;
  if (!isRecord(properties)) return [[steps, schema]];
  return Object.entries(properties).flatMap(([name, child]) => below(child, name));
}
