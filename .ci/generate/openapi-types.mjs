// Writes the TypeScript types of the sandbox's API from its OpenAPI document. With --check, compares them with the
// committed ones instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { writeOpenApiDocument } from '../openapi.mjs';
import { root } from '../packages.mjs';

const file = 'packages/sandbox/src/sandbox/api-types.ts';
const header =
  '// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.\n\n';

const wanted = ['paths', 'components'];
const problem = { $ref: '#/components/schemas/Problem' };
const refusal = {
  description: 'A refusal.',
  content: { 'application/problem+json': { schema: problem } },
};

async function generate() {
  await writeOpenApiDocument();
  const text = readFileSync(join(root, 'packages/sandbox/dist/openapi.json'), 'utf8');
  const document = JSON.parse(text);
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    // Without an id its type stands in the path, where its caller finds it.
    delete operation.operationId;
    // One type for all refusals: which status an answer has is not known at compile time.
    const { responses } = operation;
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
    responses.default = refusal;
  }
  const types = await openapiTypes(document, {
    // A request may leave out what has a default.
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  return header + astToString(types.filter(({ name }) => wanted.includes(name.text)));
}

const types = await generate();
if (!process.argv.includes('--check')) {
  writeFileSync(join(root, file), types);
} else if (readFileSync(join(root, file), 'utf8') !== types) {
  console.error(
    `${file} is not what the OpenAPI document says: run \`npm run generate:api-types\`.`,
  );
  process.exitCode = 1;
}
