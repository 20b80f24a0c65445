import type { EventDataByType, EventOf, EventType } from '@screening-webhooks/core';
import { sampleData } from './sample-data.js';

/** What of a fixture is to be different. Other keys go into the envelope as they are (`related`, for one). */
export interface FixtureOverrides<Type extends EventType> {
  readonly id?: string;
  readonly created?: string;
  readonly data?: Partial<EventDataByType[Type]>;
  readonly [key: string]: unknown;
}

/**
 * A complete event of a type, typed and deterministic: the same call gives the same event. Its id is made from the type
 * and the overrides, so fixtures that differ are different events, and equal ones are the same event, delivered again.
 *
 * @example
 * fixture('document_verification.failed', { data: { errorMessage: 'expired' } })
 */
export function fixture<Type extends EventType>(
  type: Type,
  overrides: FixtureOverrides<Type> = {},
): EventOf<Type> {
  const { data, ...envelope } = overrides;
  return {
    id: `evt_${digest(`${type}${JSON.stringify(overrides)}`)}`,
    created: '2026-11-20T10:01:13.000Z',
    ...envelope,
    type,
    data: { ...sampleData[type], ...data },
  };
}

// FNV-1a, twice from different ends: stable ids that look like ids, not a cryptographic promise.
function digest(text: string): string {
  return `${fnv1a(text)}${fnv1a([...text].reverse().join(''))}`;
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, '0');
}
