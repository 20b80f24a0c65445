// Writes the dashboard's knowledge of the API and of the controls that have a form: a table of each, and the schemas of their request
// bodies. With --check, compares them with the committed files instead.
import { controlsWithForms, writeOpenApiDocument } from '../openapi.mjs';
import { generatedFile } from './generated-file.mjs';

// The texts of the document speak to programmers: the dashboard has its own words.
const UNUSED = [
  'id',
  'additionalProperties',
  'propertyNames',
  'x-shown',
  'x-sensitive',
  'description',
];

const document = await writeOpenApiDocument();
const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
);
const controls = await controlsWithForms();

generatedFile('packages/dashboard/src/api/generated/operations.ts', operationsFile());
generatedFile('packages/dashboard/src/api/generated/filters.ts', filtersFile());
generatedFile('packages/dashboard/src/api/generated/bodies.ts', bodiesFile());

/** The data for every page: the method and path of each operation, and when it is allowed. */
function operationsFile() {
  const table = listed.map((operation) => {
    return [
      operation.operationId,
      {
        method: operation.method,
        path: operation.path,
        ...(operation['x-partner'] ? { partner: true } : {}),
        ...(operation['x-allowed-when'] ? { allowedWhen: operation['x-allowed-when'] } : {}),
        ...(operation['x-allowed-for'] ? { allowedFor: operation['x-allowed-for'] } : {}),
        ...(operation['x-not-before'] ? { notBefore: operation['x-not-before'] } : {}),
        ...(operation['x-earliest'] ? { earliest: operation['x-earliest'] } : {}),
      },
    ];
  });
  const others = controls.map(({ operationId, method, path }) => [operationId, { method, path }]);
  return `export const operationTable = ${oneALine(table)} as const;\n\nexport const controlTable = ${oneALine(others)} as const;\n`;
}

/** The data for lists, loaded with the first one: the query parameters of an operation, except for pagination. */
function filtersFile() {
  const table = listed.flatMap(({ operationId, parameters, responses }) => {
    // Users do not filter streams.
    if (responses['200']?.content?.['text/event-stream']) return [];
    const filters = parameters
      .filter((parameter) => parameter.in === 'query')
      .filter(({ name }) => name !== 'limit' && name !== 'cursor')
      .map(({ name, schema }) => [name, compact(resolve(schema))]);
    return filters.length > 0 ? [[operationId, Object.fromEntries(filters)]] : [];
  });
  return `import type { JsonSchema } from '../json-schema.js';\n\nexport const filterTable = ${oneALine(table)} as const satisfies Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;\n`;
}

/** The data for forms, loaded with the first one. */
function bodiesFile() {
  const bodies = [...listed, ...controls].flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [[operationId, compact(resolve(schema))]] : [];
  });
  return `import type { JsonSchema } from '../json-schema.js';\n\nexport const requestBodies = ${oneALine(bodies)} as const satisfies Readonly<Record<string, JsonSchema>>;\n`;
}

/** An object with a line for each member, so that a changed operation changes one line. */
function oneALine(entries) {
  const lines = entries.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`);
  return `{\n${lines.join('')}}`;
}

function resolve(schema) {
  if (Array.isArray(schema)) return schema.map(resolve);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema;
  const named = $ref ? document.components.schemas[$ref.split('/').at(-1)] : {};
  const all = { ...named, ...own };
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, resolve(value)]));
}

/** Removes the members that no form reads. Properties may have any name, so they are kept. */
function compact(schema) {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([key]) => !UNUSED.includes(key) && !(key === 'pattern' && schema.format),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(
            Object.entries(value).map(([name, property]) => [name, compact(property)]),
          )
        : key === 'default' || key === 'examples' || key === 'enum'
          ? value
          : compact(value),
    ]),
  );
}
