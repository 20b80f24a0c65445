import { UsageError } from 'screening-webhooks-terminal';
import { pageAt } from '../documentation.js';
import type { Host } from '../host.js';
import { type Exchange, exchange, isSuccess } from '../http/exchange.js';
import { parseObject } from '../json.js';

/** The report of a receiver's probe on one event. */
interface HandlerRuns {
  /** How often the event was made safe: its handler completed, or the event was stored durably. */
  readonly handled: number;
  /** How many handlers are running; `undefined` if this probe does not count them. */
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
  /** Milliseconds that each run waits first. */
  readonly delay?: number;
  /** How many runs fail, counted from the first. */
  readonly fail?: number;
}

/** The probe gave no valid answer, so the check is unproven. */
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
      const body = JSON.stringify({ id, delay: 0, fail: 0, ...fault });
      const { status } = await request(url, 'POST', body);
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
    throw new UsageError(
      `--probe: ${error.message}; ${pageAt('cli', 'A probe')} says what it must answer.`,
    );
  });
  if (handled > 0) {
    throw new UsageError(
      '--seed: this receiver has already seen the events of this seed; use another seed.',
    );
  }
}

function parseRuns(body: Uint8Array): HandlerRuns | undefined {
  const { handled, running } = parseObject(body) ?? {};
  if (!isCount(handled) || !(running === undefined || isCount(running))) return undefined;
  return { handled, running };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
