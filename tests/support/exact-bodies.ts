import { eventBody } from './signed.js';

const event = eventBody();

/** Joins texts and single bytes. */
export const bytes = (...parts: readonly (string | number[] | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );

/** An event whose license number is these bytes. */
export const withLicense = (...license: readonly (string | number[])[]): Buffer =>
  bytes(event.replace(/RN1.*/, ''), ...license, event.replace(/.*RN1/, ''));

/** A body, and the answer to its exact bytes: an outcome or a rejection code. */
export type ExactBody = readonly [name: string, body: Buffer, answer: string];

/** Bodies that survive decoding to text, but not parsing or re-serialising. */
export const exactTexts: readonly ExactBody[] = [
  ['text outside ASCII', withLicense('Zoë 看護師 🩺'), 'processed'],
  [
    'CRLF and indentation',
    bytes(JSON.stringify(JSON.parse(event), null, 2).replaceAll('\n', '\r\n')),
    'processed',
  ],
  ['1.0 and 1e2', bytes(event.replace('{', '{"a":1.0,"b":1e2,')), 'processed'],
  ['duplicate keys', bytes(event.replace('{', '{"id":"first",')), 'processed'],
  ['unicode escapes', withLicense('\\u0052\\u004e1'), 'processed'],
  ['a trailing newline', bytes(event, '\n'), 'processed'],
  ['empty', bytes(), 'event_malformed'],
  [
    '1 MiB',
    bytes(event.replace('{', `{"pad":"${'x'.repeat(1_048_576 - event.length - 9)}",`)),
    'processed',
  ],
];

/** The same, and bodies that do not survive decoding either. */
export const exactBodies: readonly ExactBody[] = [
  ...exactTexts,
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], event), 'processed'],
  ['invalid UTF-8', withLicense([0xff]), 'event_malformed'],
];
