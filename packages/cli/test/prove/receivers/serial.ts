import type { RequestListener } from 'node:http';
import { passing } from 'screening-webhooks-test-support/until';

const LARGE = 65_536;

/** A receiver that is slow, or handles one request at a time, or both. */
export interface Paced {
  readonly listener: RequestListener;
  /** Whether a request waits for a timer. */
  readonly isWaiting: () => boolean;
}

/** Begins each request `ms` milliseconds late. */
export function delayed(listener: RequestListener, ms: number): Paced {
  let waiting = 0;
  return {
    listener(req, res) {
      // The virtual clock stands still while a body waits to be read, so a large one is read at once.
      if (Number(req.headers['content-length']) > LARGE) {
        listener(req, res);
        return;
      }
      waiting += 1;
      void passing(ms).then(() => {
        waiting -= 1;
        listener(req, res);
      });
    },
    isWaiting: () => waiting > 0,
  };
}

/** Begins a request when the one before it is answered or its connection is closed, and then `ms` milliseconds late. */
export function serial(listener: RequestListener, ms: number): Paced {
  const slow = delayed(listener, ms);
  let last = Promise.resolve();
  return {
    listener(req, res) {
      const ended = new Promise<void>((resolve) => res.once('close', resolve));
      last = last.then(() => {
        slow.listener(req, res);
        return ended;
      });
    },
    isWaiting: slow.isWaiting,
  };
}

/** Answers 503 to whatever comes while a request is in progress. */
export function oneOrNothing(listener: RequestListener, ms: number): Paced {
  const slow = delayed(listener, ms);
  let busy = false;
  return {
    listener(req, res) {
      if (busy) {
        req.resume();
        res.writeHead(503).end();
        return;
      }
      busy = true;
      res.once('close', () => {
        busy = false;
      });
      slow.listener(req, res);
    },
    isWaiting: slow.isWaiting,
  };
}
