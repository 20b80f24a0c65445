import { expect, it } from 'vitest';
import { captureLine } from '../support/captures.js';
import { refused } from '../support/refused.js';
import { scratch } from '../support/scratch.js';

const LOCAL = 'http://127.0.0.1:9/';
const lineWith = (changes: object) => JSON.stringify({ ...captureLine, ...changes });

it.each([
  ['{', /it is not JSON/],
  ['[]', /it is not a JSON object/],
  [lineWith({ version: 2 }), /its version is not 1/],
  [lineWith({ receivedAt: 'noon' }), /receivedAt is not a valid time/],
  [lineWith({ method: 'P\r\n' }), /method is not a valid HTTP method/],
  [lineWith({ path: 'http://example.com/' }), /path does not begin/],
  [lineWith({ headers: [['A', 'b\r\nc']] }), /headers is not a list/],
  [lineWith({ body: 'e30' }), /body is not valid base64/],
  [lineWith({ status: '200' }), /status is not a number/],
])(
  'the damaged line %s is told with its number before anything is sent',
  async (line, sentence) => {
    const path = scratch().file('c.jsonl', `${lineWith({})}\n\n${line}\n`);
    for (const args of [
      ['replay', path, '--to', LOCAL],
      ['verify', '--capture', path],
    ]) {
      const message = await refused(args);
      expect(message).toContain('line 3, is not a captured delivery: ');
      expect(message).toMatch(sentence);
    }
  },
);

it('a line that is not UTF-8 is told with its number', async () => {
  const path = scratch().file(
    'c.jsonl',
    Buffer.from(`${lineWith({})}\n${lineWith({ path: '/é' })}`, 'latin1'),
  );
  expect(await refused(['verify', '--capture', path])).toMatch(/line 2, .*: it is not UTF-8;/);
});

it('a file in UTF-16 gets no lines in UTF-8', async () => {
  const path = scratch().file('c.jsonl', Buffer.from('\ufeff{}\n', 'utf16le'));
  expect(await refused(['capture', '--port', '0', '--out', path])).toMatch(/it is in UTF-16/);
});

it('a directory and a file without captures are told', async () => {
  const { path, file } = scratch();
  const empty = file('c.jsonl', '\n');
  for (const args of [
    ['replay', path, '--to', LOCAL],
    ['verify', '--capture', empty],
  ]) {
    expect(await refused(args)).toMatch(/contains no captured deliveries/);
  }
});
