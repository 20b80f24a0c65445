// Writes what the dashboard knows of the API from the OpenAPI document: its types, a table of its operations, and the schemas
// of its request bodies. With --check, compares them with the committed files instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { writeOpenApiDocument } from '../openapi.mjs';
import { root } from '../packages.mjs';

const folder = 'packages/dashboard/src/api/generated';
const header =
  '// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.\n\n';

const UNUSED = ['id', 'additionalProperties', 'propertyNames', 'x-shown'];

await writeOpenApiDocument();
const document = JSON.parse(readFileSync(join(root, 'packages/sandbox/dist/openapi.json'), 'utf8'));
const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method.toUpperCase(),
  })),
);

const files = {
  'types.ts': await typesFile(),
  'operations.ts': operationsFile(),
  'bodies.ts': bodiesFile(),
};
for (const [name, text] of Object.entries(files)) {
  const file = join(root, folder, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(
      `${folder}/${name} is not what the OpenAPI document says: run \`npm run generate:api-types\`.`,
    );
    process.exitCode = 1;
  }
}

async function typesFile() {
  for (const { responses } of Object.values(document.paths).flatMap(Object.values)) {
    // All refusals are problem documents.
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
  }
  const types = await openapiTypes(document, {
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  const wanted = ['operations', 'components'];
  return header + astToString(types.filter(({ name }) => wanted.includes(name?.text)));
}

/** What every page needs: where an operation is, what it filters by, and when it is allowed. */
function operationsFile() {
  const table = listed.map((operation) => {
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    const filters = query.filter(({ name }) => name !== 'limit' && name !== 'cursor');
    return [
      operation.operationId,
      {
        method: operation.method,
        path: operation.path,
        summary: operation.summary,
        ...(operation['x-partner'] ? { partner: true } : {}),
        ...(operation['x-allowed-when'] ? { allowedWhen: operation['x-allowed-when'] } : {}),
        ...(operation['x-guard'] ? { guard: operation['x-guard'] } : {}),
        ...(filters.length > 0
          ? {
              filters: Object.fromEntries(
                filters.map(({ name, schema }) => [name, compact(resolve(schema))]),
              ),
            }
          : {}),
      },
    ];
  });
  return `${header}export const operationTable = ${JSON.stringify(Object.fromEntries(table), null, 2)} as const;\n`;
}

/** What the forms need, loaded with the first of them. */
function bodiesFile() {
  const bodies = listed.flatMap(({ operationId, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [[operationId, compact(resolve(schema))]] : [];
  });
  return `${header}import type { JsonSchema } from '../json-schema.js';\n\nexport const requestBodies = ${JSON.stringify(Object.fromEntries(bodies), null, 2)} as const satisfies Readonly<Record<string, JsonSchema>>;\n`;
}

function resolve(schema) {
  if (Array.isArray(schema)) return schema.map(resolve);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema;
  const named = $ref ? document.components.schemas[$ref.split('/').at(-1)] : {};
  const all = { ...named, ...own };
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, resolve(value)]));
}

/** Without the members that no form reads. Properties may have any name, so they are kept. */
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
