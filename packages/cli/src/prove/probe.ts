import { UsageError } from '@screening-webhooks/terminal';
import type { Host } from '../host.js';
import { type Exchange, exchange } from '../http/exchange.js';

/** What the probe of a receiver reports about one event. */
interface HandlerRuns {
  /** How often the event was made safe: its handler completed, or it was stored durably. */
  readonly handled: number;
  /** How many handler runs have begun and not ended; undefined: this probe does not count them. */
  readonly running: number | undefined;
}

/** A test endpoint of the receiver that counts handler runs and makes them slow or fail. */
export interface Probe {
  /** @throws ProbeUnavailable when the probe gives no valid answer. */
  readonly runsOf: (id: string) => Promise<HandlerRuns>;
  /**
   * Makes handlers slow or fail for one event id. Resolves with false when this probe cannot.
   *
   * @throws ProbeUnavailable when the probe does not answer.
   */
  readonly arm: (id: string, fault: ArmedFault) => Promise<boolean>;
}

/** How the handler of one event misbehaves. */
export interface ArmedFault {
  /** Milliseconds that each run waits before anything else. */
  readonly delay?: number;
  /** How many runs fail, counted from the first. */
  readonly fail?: number;
}

/** The probe gave no valid answer, so what it would have shown stays unproven. */
export class ProbeUnavailable extends Error {
  override readonly name = 'ProbeUnavailable';
}

const TIMEOUT_MS = 5000;

/** A probe over HTTP: `GET <url>?id=<event id>` counts; `POST <url>` with `{"id","delay","fail"}` arms. */
export function httpProbe(
  url: URL,
  options: { readonly signal: AbortSignal; readonly host: Pick<Host, 'now' | 'sleep'> },
): Probe {
  async function request(
    address: URL,
    method: 'GET' | 'POST',
    body: string,
  ): Promise<Extract<Exchange, { kind: 'answered' }>> {
    const headers = [['Content-Type', 'application/json']] as const;
    const result = await exchange(
      { url: address, method, headers, body: Buffer.from(body), transferMode: 'at once' },
      { ...options, timeout: TIMEOUT_MS },
    );
    if (result.kind !== 'answered') throw new ProbeUnavailable('the probe does not answer');
    return result;
  }

  return {
    async runsOf(id) {
      const address = new URL(url);
      address.searchParams.set('id', id);
      const { status, body } = await request(address, 'GET', '');
      const runs = parseRuns(body);
      if (!isSuccess(status) || runs === undefined) {
        throw new ProbeUnavailable(`the probe answers ${status} without {"handled": n}`);
      }
      return runs;
    },
    async arm(id, fault) {
      const { status } = await request(
        url,
        'POST',
        JSON.stringify({ id, delay: 0, fail: 0, ...fault }),
      );
      return isSuccess(status);
    },
  };
}

/**
 * Asks for an id that no receiver can have seen.
 *
 * @throws UsageError when there is no probe at that address, or when it has seen the id.
 */
export async function checkProbe(probe: Probe, id: string): Promise<void> {
  const { handled } = await probe.runsOf(id).catch((error: unknown) => {
    if (!(error instanceof ProbeUnavailable)) throw error;
    throw new UsageError(`--probe: ${error.message}; see the README for what it must answer.`);
  });
  if (handled > 0) {
    throw new UsageError(
      '--seed: this receiver has already seen the events of this seed; use another seed.',
    );
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseRuns(body: Uint8Array): HandlerRuns | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  if (typeof answer !== 'object' || answer === null || !('handled' in answer)) return undefined;
  const running = 'running' in answer ? answer.running : undefined;
  if (!isCount(answer.handled) || !(running === undefined || isCount(running))) return undefined;
  return { handled: answer.handled, running };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
