// Writes the OpenAPI document of the sandbox, from its route table, and reads the controls that have a form.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { importSource } from './import-source.mjs';
import { root } from './packages.mjs';

const sandbox = join(root, 'packages/sandbox');

/** @returns the service's answer at `/v1/openapi.json`, as text. */
export function openApiText() {
  return importSource(sandbox, 'src/service/operations.ts', ({ describeApi }) =>
    JSON.stringify(describeApi(), null, 2),
  );
}

/** Writes it to dist. @returns it, parsed. */
export async function writeOpenApiDocument() {
  const text = await openApiText();
  mkdirSync(join(sandbox, 'dist'), { recursive: true });
  writeFileSync(join(sandbox, 'dist/openapi.json'), `${text}\n`);
  return JSON.parse(text);
}

/** @returns the controls that have a form in the dashboard, each as an operation with its method and path. */
export function controlsWithForms() {
  return importSource(sandbox, 'src/service/control/controls.ts', ({ controls }) =>
    controls
      .filter(({ id }) => id !== undefined)
      .map(({ id, method, path, input: { body } }) => {
        const schema = body && oneObject(z.toJSONSchema(body, { io: 'input' }));
        const requestBody = body && { content: { 'application/json': { schema } } };
        return { operationId: id, method, path, requestBody };
      }),
  );
}

/** A union as an object with the properties of all its variants: a form has a field for each. */
function oneObject(schema) {
  const variants = schema.oneOf ?? [schema];
  const properties = {};
  for (const [name, property] of variants.flatMap((each) => Object.entries(each.properties))) {
    const values = [...(properties[name]?.enum ?? []), property.const];
    properties[name] = 'const' in property ? { type: property.type, enum: values } : property;
  }
  const [first, ...others] = variants.map(({ required = [] }) => required);
  const required = first.filter((name) => others.every((names) => names.includes(name)));
  return { type: 'object', properties, required };
}
