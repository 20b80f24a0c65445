import { describe, expect, it } from 'vitest';
import { parseEvent } from '../../src/events/parse-event.js';
import { recordedEvent } from '../support/sample-event.js';
import { toBody } from '../support/signed-delivery.js';

const event = recordedEvent();

it('keeps every key, of the envelope and of the record, its own `ok` and `kind` included', () => {
  const sent = {
    ...event,
    related: { a: 1 },
    ok: false,
    kind: 'rejected',
    code: 'event_malformed',
  };
  const parsed = parseEvent(toBody(sent));
  expect(parsed).toEqual({ ok: true, event: sent });
});

// The event itself is one level, and so is its data.
function deep(levels: number): string {
  const text = JSON.stringify({ ...event, related: 0 });
  return text.replace('"related":0', `"related":${'['.repeat(levels)}${']'.repeat(levels)}`);
}

it('511 levels in the event are the deepest', () => {
  expect(parseEvent(toBody(deep(511)))).toMatchObject({ ok: true });
});

it('a leading byte order mark is allowed', () => {
  expect(parseEvent(toBody(`\uFEFF${JSON.stringify(event)}`))).toEqual({ ok: true, event });
});

it('a key called __proto__ is a key like any other', () => {
  const parsed = parseEvent(toBody(JSON.stringify(event).replace('{', '{"__proto__":{"id":"x"},')));
  expect(parsed).toMatchObject({ ok: true, event: { id: event.id } });
  expect(parsed.ok && Object.getPrototypeOf(parsed.event)).toBe(Object.prototype);
});

describe('event_malformed', () => {
  const rows: [name: string, body: object | string | Uint8Array][] = [
    ['empty', ''],
    ['not JSON', 'not json'],
    ['truncated', JSON.stringify(event).slice(0, -1)],
    ['null', 'null'],
    ['a number', '1'],
    ['a list', '[]'],
    ['invalid UTF-8 in a string', toBody(event).map((byte) => (byte === 0x5a ? 0xff : byte))],
    ['a NUL inside a string', JSON.stringify(event).replace('evt_1', 'evt\u0000')],
    ['no id', { ...event, id: undefined }],
    ['an empty id', { ...event, id: '' }],
    ['an id that is a number', { ...event, id: 1 }],
    ['an id of 256 characters', { ...event, id: 'x'.repeat(256) }],
    ['no type', { ...event, type: undefined }],
    ['no created', { ...event, created: undefined }],
    ['no data', { ...event, data: undefined }],
    ['data null', { ...event, data: null }],
    ['data a list', { ...event, data: [] }],
    ['lists 513 levels deep, with the event', deep(512)],
  ];
  it.each(rows)('%s', (_name, body) => {
    expect(parseEvent(toBody(body))).toEqual({ ok: false, code: 'event_malformed' });
  });
});

describe('data_invalid: the type and `verified` contradict each other', () => {
  const rows: [type: string, verified: unknown, ok: boolean][] = [
    ['document_verification.completed', true, true],
    ['document_verification.completed', false, false],
    ['document_verification.recorded', false, true],
    ['document_verification.recorded', true, false],
    ['document_verification.failed', false, true],
    ['document_verification.failed', true, false],
    ['document_verification.new_in_2027', true, true],
    ['report.completed', false, true],
  ];
  it.each(rows)('%s with verified: %s', (type, verified, ok) => {
    const parsed = parseEvent(toBody({ ...event, type, data: { ...event.data, verified } }));
    if (ok) expect(parsed.ok).toBe(true);
    else
      expect(parsed).toMatchObject({
        code: 'data_invalid',
        issues: [{ path: ['data', 'verified'] }],
      });
  });
});
