import type { EventDataByType, EventOf, EventType } from '@screening-webhooks/core';
import { findNearName } from '@screening-webhooks/core/store-kit';
import { sampleData } from './sample-data.js';

/** Values that replace those of a fixture. Other keys, such as `related`, are added to the envelope. */
export interface FixtureOverrides<Type extends EventType> {
  readonly id?: string | undefined;
  readonly created?: string | undefined;
  readonly data?: Partial<EventDataByType[Type]> | undefined;
  readonly [key: string]: unknown;
}

/**
 * A complete event of a type, typed and deterministic: equal calls return equal events. The id is a hash of the type and
 * the overrides, so that different fixtures are different events, and equal ones are the same event, delivered again: a
 * receiver that two tests share answers `duplicate` to the second. Override `id` to make it another event.
 *
 * @param type `report.completed` and `candidate.completed` are not emitted yet.
 * @throws TypeError for a misspelt override.
 * @example
 * fixture('document_verification.failed', { data: { errorMessage: 'expired' } })
 */
export function fixture<Type extends EventType>(
  type: Type,
  overrides: FixtureOverrides<Type> = {},
): EventOf<Type> {
  checkOverrides(overrides);
  const {
    id = `evt_${digest(`${type}${JSON.stringify(overrides)}`)}`,
    created = '2026-11-20T10:01:13.000Z',
    data,
    ...envelope
  } = overrides;
  return {
    id,
    created,
    ...envelope,
    type,
    data: { ...sampleData[type], ...data },
  };
}

function checkOverrides(overrides: object): void {
  const names = ['id', 'created', 'data'];
  for (const name of Object.keys(overrides)) {
    // Any other key is added to the envelope. A name of two letters is near `id`, whatever it is.
    const isNew = names.includes(name) || name.length < 3;
    const meant = isNew ? undefined : findNearName(name, names);
    if (meant) throw new TypeError(`${name}: unknown override of fixture. Did you mean ${meant}?`);
  }
}

// FNV-1a over the text and its reverse: a stable id, not a cryptographic hash.
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
