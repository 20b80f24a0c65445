import { describe, expect, it } from 'vitest';
import { captureLine } from '../support/captures.js';
import { refused } from '../support/refused.js';
import { scratch } from '../support/scratch.js';

const LOCAL = 'http://127.0.0.1:9/';

describe('a damaged capture file is reported before anything is sent', () => {
  it.each<[string, unknown, RegExp]>([
    ['not JSON', undefined, /it is not JSON/],
    ['a list', [], /it is not a JSON object/],
    ['another version', { ...captureLine, version: 2 }, /its version is not 1/],
    ['no time', { ...captureLine, receivedAt: 'noon' }, /receivedAt is not a valid time/],
    ['no method', { ...captureLine, method: 'P\r\n' }, /method is not a valid HTTP method/],
    ['a URL for a path', { ...captureLine, path: 'http://example.com/' }, /path does not begin/],
    [
      'a header with a line break',
      { ...captureLine, headers: [['A', 'b\r\nc']] },
      /headers is not a list/,
    ],
    ['a body that is not base64', { ...captureLine, body: 'e30' }, /body is not valid base64/],
    ['no status', { ...captureLine, status: '200' }, /status is not a number/],
  ])('%s', async (_name, damaged, sentence) => {
    const good = JSON.stringify(captureLine);
    const bad = damaged === undefined ? '{' : JSON.stringify(damaged);
    const path = scratch().file('c.jsonl', `${good}\n${bad}\n`);
    const message = await refused(['replay', path, '--to', LOCAL]);
    expect(message).toContain('line 2, is not a captured delivery: ');
    expect(message).toMatch(sentence);
  });

  it('a directory without captures', async () => {
    expect(await refused(['replay', scratch().path, '--to', LOCAL])).toMatch(
      /contains no captured/,
    );
  });
});
