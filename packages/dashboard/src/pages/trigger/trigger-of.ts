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
          value: { type: 'string', examples: ['JSON, or else text'] },
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
    return place === '' ? [] : [[place, jsonOrText(String(value))] as const];
  });
  const chosen = fault === '' ? {} : { fault };
  return { ...rest, endpointId, data, ...chosen, set: Object.fromEntries(overrides) };
}

// `set` has values of JSON: data.verified is false, data.state is NY. A number as text is in quotes.
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
