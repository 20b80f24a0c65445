import { channel } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { vi } from 'vitest';
import { type Host, systemHost } from '../../src/host.js';

/** A host whose clock and sleep follow the fake timers of {@link inVirtualTime}. */
export const virtualHost: Host = {
  ...systemHost,
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    }),
};

// More event-loop turns than any receiver needs here between the arrival of a request and its handler. These steps are
// JavaScript only, so their number of turns does not depend on the machine.
const QUIET_TURNS = 30;

// A fixed time: a run that begins late in a second would cross other second boundaries than a run that begins early.
const START = new Date('2026-01-01T00:00:00Z');

const fakes = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
] as const;

/**
 * Runs clients and servers of this process on fake timers. The clock moves to the next timer only when every request is
 * answered or waits for a timer. The order of requests, handlers and timeouts is therefore the same on any machine, and no
 * real time passes.
 *
 * @param isWaiting Whether the server may leave requests unanswered until a timer fires.
 */
export async function inVirtualTime<Result>(
  work: () => Promise<Result>,
  isWaiting: () => boolean,
): Promise<Result> {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const traffic = watchTraffic();
  vi.useFakeTimers({ toFake: [...fakes], now: START });
  try {
    let finished = false;
    const working = work().finally(() => {
      finished = true;
    });
    // The rejection reaches the caller through the `await` below.
    working.catch(() => {});
    for (let quiet = 0, events = -1; !finished; await turn()) {
      quiet = traffic.isBusy(isWaiting()) || traffic.events() !== events ? 0 : quiet + 1;
      events = traffic.events();
      if (quiet < QUIET_TURNS || vi.getTimerCount() === 0) continue;
      await vi.advanceTimersToNextTimerAsync();
      quiet = 0;
    }
    return await working;
  } finally {
    vi.useRealTimers();
    traffic.stop();
  }
}

/** Follows the client sockets and HTTP requests of this process, from both ends. */
function watchTraffic(): {
  /** Whether a request or an answer is in transit or being processed. */
  readonly isBusy: (isWaiting: boolean) => boolean;
  /** How many events were observed so far. */
  readonly events: () => number;
  readonly stop: () => void;
} {
  const sockets = new Set<Socket>();
  // Completely sent requests, and the server's work on each connection, both by the client's port.
  const sent = new Set<number>();
  const received = new Map<number, 'arrived' | 'answered'>();
  let events = 0;

  const receive = ({ socket }: IncomingMessage, state: 'arrived' | 'answered'): void => {
    events += 1;
    received.set(socket.remotePort ?? 0, state);
  };
  const subscriptions = Object.entries({
    'net.client.socket': ({ socket }: { socket: Socket }) => {
      events += 1;
      sockets.add(socket);
      // An earlier connection may have had the same port.
      socket.once('connect', () => received.delete(socket.localPort ?? 0));
      socket.once('close', () => {
        events += 1;
        sockets.delete(socket);
      });
    },
    'http.client.request.start': ({ request }: { request: ClientRequest }) => {
      events += 1;
      const port = request.socket?.localPort ?? 0;
      sent.add(port);
      request.once('close', () => {
        events += 1;
        sent.delete(port);
        received.delete(port);
      });
    },
    'http.server.request.start': ({ request }: { request: IncomingMessage }) =>
      receive(request, 'arrived'),
    'http.server.response.finish': ({ request }: { request: IncomingMessage }) =>
      receive(request, 'answered'),
  }).map(([name, listener]) => {
    const listen = (message: unknown): void => listener(Object(message));
    channel(name).subscribe(listen);
    return () => channel(name).unsubscribe(listen);
  });

  return {
    events: () => events,
    isBusy: (isWaiting) =>
      [...sockets].some(({ connecting, writableLength }) => connecting || writableLength > 0) ||
      [...sent].some((port) => received.get(port) !== 'arrived' || !isWaiting),
    stop: () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    },
  };
}
