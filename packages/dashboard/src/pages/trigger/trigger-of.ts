import { type Body, bodyOf, listOf } from '../../resource/form/body.js';

/** The request of the form, without the fields of the other method. Omits empty fields, so that the service chooses. */
export function triggerOf(entered: Body): Body {
  const { set, unset, data, endpointId, fault, externalId, metadata, ...shared } = entered;
  if (shared['via'] === 'api') return { ...shared, externalId, metadata };
  const overrides = listOf(set).flatMap((row) => {
    const { path = '', value = '' } = bodyOf(row);
    const place = String(path).trim();
    return place === '' ? [] : [[place, valueOfText(String(value))] as const];
  });
  const ofType = (type: 'object' | 'string') => {
    const some = overrides.filter(([, value]) => typeof value === type);
    return some.length > 0 ? Object.fromEntries(some) : undefined;
  };
  return {
    ...shared,
    endpointId,
    data,
    fault: fault || undefined,
    set: ofType('object'),
    setText: ofType('string'),
    unset,
  };
}

/** A JSON object, list or null. Any other text stays a string, which takes the type of its field. */
function valueOfText(text: string): object | string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object') return value;
  } catch {}
  return text;
}
