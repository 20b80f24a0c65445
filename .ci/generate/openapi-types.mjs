// Writes the TypeScript types of the sandbox's API from its OpenAPI document, for its users and for the dashboard. With --check,
// compares them with the committed ones instead.
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { writeOpenApiDocument } from '../openapi.mjs';
import { generatedFile } from './generated-file.mjs';

const wanted = ['paths', 'components'];
const refusal = {
  description: 'A refusal.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

async function generate() {
  const document = await writeOpenApiDocument();
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    // Without an id, the type of an operation is inlined in its path, where its caller finds it.
    delete operation.operationId;
    // One type for all refusals: which status an answer has is not known at compile time.
    const { responses } = operation;
    for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
    responses.default = { $ref: '#/components/responses/Refusal' };
  }
  document.components.responses = { Refusal: refusal };
  const types = await openapiTypes(document, {
    // A request may omit properties that have a default.
    defaultNonNullable: false,
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  return withoutNoise(astToString(types.filter(({ name }) => wanted.includes(name.text))));
}

/** Removes types without content: the parts that an operation does not have, and untyped headers. */
function withoutNoise(text) {
  return (
    text
      .replace(/^ {8}parameters: \{[^}]*\};\n/gm, '')
      .replace(/^ +(?:header|path|cookie|requestBody)\?: never;\n/gm, '')
      .replace(/^ {8}(?:get|put|post|delete|options|head|patch|trace)\?: never;\n/gm, '')
      .replace(/^ +headers: \{[^}]*\};\n/gm, '')
      // The description of a response repeats the summary of its operation.
      .replace(/^ +\/\*\* @description .* \*\/\n(?= +2\d\d: )/gm, '')
  );
}

generatedFile('packages/sandbox/src/handle/api-types.ts', await generate());
