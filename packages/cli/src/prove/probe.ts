import { UsageError } from '../terminal/usage-error.js';

/** What a receiver tells about its handlers, at an address that it has for this purpose alone. */
export interface Probe {
  /** How often the event of this id was made safe: its handler completed, or it was stored durably. */
  readonly handled: (id: string) => Promise<number>;
  /** Makes handlers slow or fail for one id. False: this probe cannot. */
  readonly arm: (id: string, fault: ArmedFault) => Promise<boolean>;
}

/** What the handler of one event is to do. */
export interface ArmedFault {
  /** Milliseconds that each run takes before anything else. */
  readonly delay?: number;
  /** How many runs fail, from the first. */
  readonly fail?: number;
}

/** The probe did not answer as it should: what it would have shown stays unproven. */
export class ProbeUnavailable extends Error {
  override readonly name = 'ProbeUnavailable';
}

const TIMEOUT_MS = 5000;

/** Asks `GET <url>?id=<event id>` and arms with `POST <url>` and `{"id","delay","fail"}`. */
export function httpProbe(url: URL, signal: AbortSignal): Probe {
  const ask = async (address: URL, init: RequestInit): Promise<Response> => {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      return await fetch(address, { ...init, redirect: 'manual', signal: limit });
    } catch {
      throw new ProbeUnavailable('the probe does not answer');
    }
  };
  return {
    async handled(id) {
      const address = new URL(url);
      address.searchParams.set('id', id);
      const response = await ask(address, {});
      const count = countIn(await response.json().catch(() => undefined));
      if (!response.ok || count === undefined) {
        throw new ProbeUnavailable(`the probe answers ${response.status} without {"handled": n}`);
      }
      return count;
    },
    async arm(id, fault) {
      const response = await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, delay: 0, fail: 0, ...fault }),
      });
      await response.body?.cancel();
      return response.ok;
    },
  };
}

/**
 * Asks for an id that no receiver can have seen.
 *
 * @throws UsageError when there is no probe at that address, or it has seen the id.
 */
export async function checkProbe(probe: Probe, id: string): Promise<void> {
  const handled = await probe.handled(id).catch((error: unknown) => {
    if (!(error instanceof ProbeUnavailable)) throw error;
    throw new UsageError(`--probe: ${error.message}; see the README for what it has to answer.`);
  });
  if (handled > 0) {
    throw new UsageError('--seed: this receiver has seen the events of this seed; take another.');
  }
}

function countIn(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('handled' in answer)) return undefined;
  const { handled } = answer;
  return typeof handled === 'number' && Number.isSafeInteger(handled) && handled >= 0
    ? handled
    : undefined;
}
