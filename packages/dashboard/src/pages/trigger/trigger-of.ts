import type { JsonSchema } from '../../api/json-schema.js';
import { type Body, bodyOf, listOf } from '../../resource/form/body.js';

const text = { type: 'string' } as const;

/** What can be entered. The controls publish no schema. */
export const schema: JsonSchema = {
  type: 'object',
  properties: {
    via: text,
    type: text,
    count: { type: 'integer' },
    integrationId: text,
    endpointId: text,
    externalId: text,
    set: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', examples: ['data.formData.licenseNumber'] },
          value: { type: 'string', examples: ['Text, or a JSON object, list or null'] },
        },
      },
    },
    data: { type: 'object', examples: ['{"state": "NY"}'] },
    metadata: { type: 'object', examples: ['{"orderId": "7"}'] },
    fault: text,
  },
};

export const newTrigger: Body = { via: 'direct', count: 1 };

/** The request of the form. What is empty is left out, so that the service chooses. */
export function triggerOf({
  set,
  data,
  endpointId,
  fault,
  externalId,
  metadata,
  ...rest
}: Body): Body {
  if (rest['via'] === 'api') return { ...rest, externalId, metadata };
  const overrides = listOf(set).flatMap((row) => {
    const { path = '', value = '' } = bodyOf(row);
    const place = String(path).trim();
    const text = String(value);
    return place === '' ? [] : [{ place, text, json: structureOf(text) }];
  });
  const ofJson = overrides.filter(({ json }) => json !== undefined);
  const ofText = overrides.filter(({ json }) => json === undefined);
  return {
    ...rest,
    endpointId,
    data,
    ...(fault !== '' && { fault }),
    ...(ofJson.length > 0 && {
      set: Object.fromEntries(ofJson.map(({ place, json }) => [place, json])),
    }),
    ...(ofText.length > 0 && {
      setText: Object.fromEntries(ofText.map(({ place, text }) => [place, text])),
    }),
  };
}

/** Reads a JSON object, list or null. @returns `undefined` if the text is another one: it takes the type of its field. */
function structureOf(text: string): object | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
