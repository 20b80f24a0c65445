import { expect, it, onTestFinished, vi } from 'vitest';
import { readStream, type StreamNews } from '../../src/live/read-stream.js';
import type { SessionState } from '../../src/session/session.js';

/** An `EventSource` that the test controls. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: Source[] = [];
  readonly url: string;
  readyState = 0;

  constructor(url: string) {
    super();
    this.url = url;
    Source.all.push(this);
  }

  tell(kind: 'open' | 'position' | 'error'): void {
    this.dispatchEvent(new Event(kind));
  }

  send(data: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }
}

/** Reads streams on a fake clock. */
function read() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('EventSource', Source);
  Source.all.length = 0;
  const news: StreamNews[] = [];
  const stop = new AbortController();
  let session: SessionState = 'current';
  const ended = readStream(
    (each) => news.push(each),
    stop.signal,
    async () => session,
  );
  onTestFinished(async () => {
    stop.abort();
    await ended;
    expect(vi.getTimerCount()).toBe(0);
    expect(Source.all.every(({ readyState }) => readyState === Source.CLOSED)).toBe(true);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return {
    /** The last opened stream. */
    source: () => Source.all.at(-1) ?? expect.fail('No stream was opened.'),
    opened: () => Source.all.length,
    become: (now: SessionState) => {
      session = now;
    },
    async passes(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      return news.splice(0).map((each) => (each.kind === 'live' ? each : each.kind));
    },
  };
}

const live = { kind: 'live', missed: false };
// The page may have read its lists before.
const liveFirst = { kind: 'live', missed: true };

it('is live with its first id, which may come after a change, and not with its headers', async () => {
  const { source, passes } = read();
  expect(source().url).toBe('/v1/webhook-deliveries/stream?positions=true');
  source().tell('open');
  expect(await passes(4_999)).toEqual([]);
  expect(await passes(1)).toEqual(['silent']);
  // Another tab may have been opened.
  expect(await passes(10_000)).toEqual(['silent', 'silent']);
  source().tell('position');
  source().send({ id: 'dlv_1' });
  expect(await passes(0)).toEqual([liveFirst, 'change']);
  expect(await passes(30_000)).toEqual([]);
});

it('is reopened after a long silence, and then may have missed something', async () => {
  const { source, opened, passes } = read();
  source().tell('open');
  source().tell('position');
  expect(await passes(34_999)).toEqual([liveFirst]);
  source().tell('position');
  expect(await passes(34_999)).toEqual([live]);
  expect(await passes(1)).toEqual(['silent']);
  expect([opened(), source().readyState]).toEqual([1, Source.CLOSED]);
  await passes(3_000);
  expect(opened()).toBe(2);
  source().tell('open');
  source().tell('position');
  source().tell('position');
  expect(await passes(0)).toEqual([liveFirst, live]);
  // Nor does it wait forever for a stream that begins in silence.
  source().tell('error');
  expect(await passes(34_999)).toEqual(['lost', ...Array(6).fill('silent')]);
  expect(await passes(3_001)).toEqual(['silent']);
  expect(opened()).toBe(3);
});

it('is reopened if the answer is not a stream, or if its tenant is unknown', async () => {
  const { source, opened, become, passes } = read();
  source().close();
  source().tell('error');
  expect(await passes(2_999)).toEqual(['refused']);
  expect(await passes(1)).toEqual([]);
  expect(opened()).toBe(2);
  become('away');
  source().tell('open');
  source().tell('position');
  expect(await passes(3_000)).toEqual(['lost']);
  expect(opened()).toBe(3);
  become('other');
  source().tell('open');
  source().send({ id: 'dlv_of_another_tenant' });
  expect(await passes(0)).toEqual([]);
});
