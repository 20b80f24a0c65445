import { describe, expect, it } from 'vitest';
import {
  eventOfLetter,
  keyText,
  readStoredEvent,
  UnreadableEvent,
  valueOfKeyText,
} from '../../../src/store-kit/index.js';

const sha256 = (text: string): string => `digest of ${text.length}`;

describe('the stored parts of an event', () => {
  it.each([
    ['', 'gone'],
    ['{', 'damaged'],
    ['null', 'damaged'],
    ['1', 'damaged'],
    ['[]', 'damaged'],
    ['{"id":"evt_1"}', 'damaged'],
    ['{"id":1,"type":"a"}', 'damaged'],
    [undefined, 'gone'],
  ])('%s cannot be read: %s', (text, state) => {
    const event = readStoredEvent(text);
    expect(event).toBeInstanceOf(UnreadableEvent);
    expect(event).toMatchObject({ reason: `never_ran: what the inbox had stored is ${state}` });
  });

  it('is an event with an id and a type', () => {
    const event = { id: 'evt_1', type: 'a.b', created: '', data: null };
    expect(readStoredEvent(JSON.stringify(event))).toEqual(event);
    expect(eventOfLetter(event, 'another')).toBe(event);
    expect(eventOfLetter(new UnreadableEvent('damaged'), 'evt_1')).toEqual({
      id: 'evt_1',
      type: '(unreadable)',
      created: '',
      data: null,
    });
  });

  it.each(['evt_1', 'a"b\\c', '\0', '\ud800', ''])('has the id %j beside it', (id) => {
    expect(valueOfKeyText(keyText(id, sha256))).toBe(id);
  });

  it('has a digest beside it in place of a long id', () => {
    expect(valueOfKeyText(keyText('x'.repeat(300), sha256))).toBe('"digest of 300');
  });
});
