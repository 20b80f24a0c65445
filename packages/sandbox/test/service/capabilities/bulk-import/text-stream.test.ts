import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { textStream } from '../../../../src/service/capabilities/bulk-import/csv/text-stream.js';
import { listen } from '../../../../src/service/http/listen.js';

afterEach(() => void vi.useRealTimers());

/** A source of texts that counts how many it has made. */
function counted(texts: readonly string[], end = async () => {}) {
  const count = { made: 0, ended: false };
  async function* make(): AsyncGenerator<string, void> {
    try {
      for (const text of texts) {
        count.made += 1;
        yield text;
      }
      await end();
    } finally {
      count.ended = true;
    }
  }
  return { count, texts: make() };
}

const failing = async () => {
  throw new Error('The database has gone.');
};

describe('a stream of texts', () => {
  it('makes a text when the one before is taken', async () => {
    const { count, texts } = counted(['a', 'é', 'c']);
    const reader = (await textStream(texts)).getReader();
    expect(count.made).toBe(1);
    const read = async () => {
      const { value } = await reader.read();
      // Lets the stream read ahead.
      await setImmediate();
      return new TextDecoder().decode(value);
    };
    expect(await read()).toBe('a');
    expect(count.made).toBe(1);
    expect(await read()).toBe('é');
    expect(count.made).toBe(2);
    await reader.read();
    expect(await reader.read()).toMatchObject({ done: true });
    expect(count.ended).toBe(true);
  });

  it('ends when its client leaves', async () => {
    const { count, texts } = counted(['a', 'b']);
    const reader = (await textStream(texts)).getReader();
    await reader.read();
    await reader.cancel();
    expect(count).toEqual({ made: 1, ended: true });
  });

  it('breaks when its client takes nothing for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { count, texts } = counted(['a', 'b', 'c', 'd']);
    const reader = (await textStream(texts)).getReader();
    for (const text of ['a', 'b']) {
      expect(await reader.read()).toEqual({ done: false, value: new TextEncoder().encode(text) });
      vi.advanceTimersByTime(59_999);
    }
    await reader.read();
    vi.advanceTimersByTime(60_000);
    await expect(reader.read()).rejects.toThrow('The client has stopped reading.');
    expect(count).toEqual({ made: 3, ended: true });
  });

  it('fails before the answer begins, or breaks it', async () => {
    await expect(textStream(counted([], failing).texts)).rejects.toThrow('has gone');
    const reader = (await textStream(counted(['a'], failing).texts)).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toThrow('has gone');
  });

  it('that breaks is no whole answer over a socket', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const big = 'x'.repeat(300_000);
    const answer = async () =>
      new Response(await textStream(counted([big, big, big, big], failing).texts));
    const listener = await listen({ port: 0 }, answer);
    onTestFinished(() => listener.close(0));
    const response = await fetch(`http://127.0.0.1:${listener.port}/`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });
});
