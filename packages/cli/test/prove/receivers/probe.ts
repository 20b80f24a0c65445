import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

/** The receiver's side of `prove --probe`. */
export interface ReceiverProbe {
  /** Called by its handlers: waits or throws if armed to, and counts when it completes. */
  readonly work: (id: string) => Promise<void>;
  /** Counts an event as handled that was stored instead, for example as a dead letter. */
  readonly keep: (id: string) => void;
  /** Answers a request to the probe's address. Returns false for other requests. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Whether a handler run waits for a timer. */
  readonly isWaiting: () => boolean;
}

/** Creates a receiver at `/webhooks/screening` as an app might build it. Its handlers call `probe.work`. */
export type CreateReceiver = (secret: string, probe: ReceiverProbe) => RequestListener;

interface Runs {
  handled: number;
  running: number;
}

/** A probe at `/probe`. With `arms: false`, it only counts. */
export function createProbe({ arms = true } = {}): ReceiverProbe {
  const runsById = new Map<string, Runs>();
  const armed = new Map<string, { delay: number; fail: number }>();
  let waiting = 0;

  async function arm(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { id, delay, fail } = Object(await json(req));
    if (arms) armed.set(id, { delay, fail });
    res.writeHead(arms ? 204 : 405).end();
  }

  async function misbehave(id: string): Promise<void> {
    const fault = armed.get(id);
    if (fault && fault.delay > 0) {
      waiting += 1;
      await new Promise((resolve) => setTimeout(resolve, fault.delay));
      waiting -= 1;
    }
    if (fault && fault.fail > 0) {
      fault.fail -= 1;
      throw new Error('armed to fail');
    }
  }

  function runsOf(id: string): Runs {
    const runs = runsById.get(id) ?? { handled: 0, running: 0 };
    runsById.set(id, runs);
    return runs;
  }

  return {
    async work(id) {
      const runs = runsOf(id);
      runs.running += 1;
      try {
        await misbehave(id);
        runs.handled += 1;
      } finally {
        runs.running -= 1;
      }
    },
    keep(id) {
      runsOf(id).handled += 1;
    },
    answer(req, res) {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
      if (pathname !== '/probe') return false;
      if (req.method === 'POST') void arm(req, res);
      else {
        const runs = runsById.get(searchParams.get('id') ?? '') ?? { handled: 0, running: 0 };
        res.end(JSON.stringify(runs));
      }
      return true;
    },
    isWaiting: () => waiting > 0,
  };
}

/** A request listener with both the receiver and its probe. */
export function besideProbe(probe: ReceiverProbe, receiver: RequestListener): RequestListener {
  return (req, res) => {
    if (!probe.answer(req, res)) receiver(req, res);
  };
}
