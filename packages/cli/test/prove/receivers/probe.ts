import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a receiver needs to be seen by `prove --probe`. */
export interface ReceiverProbe {
  /** To be called by its handlers: takes its time or throws where that was asked for, and counts at its end. */
  readonly work: (id: string) => Promise<void>;
  /** Answers the probe's address, and says whether the request was for it. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** A probe at `/probe`; with `arms: false`, one that only counts. */
export function createProbe({ arms = true } = {}): ReceiverProbe {
  const handled = new Map<string, number>();
  const armed = new Map<string, { delay: number; fail: number }>();

  async function arm(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { id, delay, fail } = Object(await json(req));
    if (arms) armed.set(id, { delay, fail });
    res.writeHead(arms ? 204 : 405).end();
  }

  return {
    async work(id) {
      const fault = armed.get(id);
      if (fault && fault.delay > 0) await sleep(fault.delay);
      if (fault && fault.fail > 0) {
        fault.fail -= 1;
        throw new Error('this run was to fail');
      }
      handled.set(id, (handled.get(id) ?? 0) + 1);
    },
    answer(req, res) {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
      if (pathname !== '/probe') return false;
      if (req.method === 'POST') void arm(req, res);
      else res.end(JSON.stringify({ handled: handled.get(searchParams.get('id') ?? '') ?? 0 }));
      return true;
    },
  };
}

/** A receiver that listens, with its probe beside it. */
export function besideProbe(probe: ReceiverProbe, receiver: RequestListener): RequestListener {
  return (req, res) => {
    if (!probe.answer(req, res)) receiver(req, res);
  };
}
