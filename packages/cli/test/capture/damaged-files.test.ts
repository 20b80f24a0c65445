import { describe, expect, it } from 'vitest';
import { refused } from '../support/refused.js';
import { scratch } from '../support/scratch.js';

const LOCAL = 'http://127.0.0.1:9/';

describe('a damaged capture file is reported before anything is sent', () => {
  const line = {
    version: 1,
    receivedAt: '2026-11-21T10:00:00.000Z',
    method: 'POST',
    path: '/hooks',
    headers: [['A', 'b']],
    body: 'e30=',
    status: 200,
  };
  it.each<[string, unknown, RegExp]>([
    ['not JSON', undefined, /it is not JSON/],
    ['a list', [], /it is not a JSON object/],
    ['another version', { ...line, version: 2 }, /its version is not 1/],
    ['no time', { ...line, receivedAt: 'noon' }, /receivedAt is not a valid time/],
    ['no method', { ...line, method: 'P\r\n' }, /method is not a valid HTTP method/],
    ['a URL for a path', { ...line, path: 'http://example.com/' }, /path does not begin/],
    [
      'a header with a line break',
      { ...line, headers: [['A', 'b\r\nc']] },
      /headers is not a list/,
    ],
    ['a body that is not base64', { ...line, body: 'e30' }, /body is not valid base64/],
    ['no status', { ...line, status: '200' }, /status is not a number/],
  ])('%s', async (_name, damaged, sentence) => {
    const good = JSON.stringify(line);
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
