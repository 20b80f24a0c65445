import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { InboxWorker, InboxWorkOptions } from '@screening-webhooks/core';
import {
  checkConcurrency,
  checkStopTimeout,
  createWakeup,
  ignoreErrors,
} from '@screening-webhooks/core/store-kit';
import { attempt, createController } from './attempt.js';
import { isFifo } from './check-queue.js';
import type { ConsumerSettings } from './consumer-settings.js';

// Seconds that SQS waits for a message before it answers that there is none: the longest, and the cheapest.
const WAIT_SECONDS = 20;
// The most that SQS gives in one answer.
const MOST_MESSAGES = 10;
// Milliseconds.
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
const AFTER_ABORT = 2000;

/** Receives messages and processes them until it is stopped. */
export function startWorker(settings: ConsumerSettings, options: InboxWorkOptions): InboxWorker {
  const concurrency = checkConcurrency(options);
  const receiving = new AbortController();
  const handlers = new AbortController();
  const over = createController();
  const ending = { signal: handlers.signal, over: over.signal };
  // Signalled when a place is free, and when the worker stops.
  const wakeup = createWakeup();
  const running = new Set<Promise<unknown>>();
  let stopped: Promise<void> | undefined;

  function start({ Body, ReceiptHandle, Attributes }: Message): void {
    const attempts = Number(Attributes?.ApproximateReceiveCount) || 1;
    const message = { body: Body, receiptHandle: ReceiptHandle ?? '', attempts };
    const run = attempt(message, settings, ending, true).finally(() => {
      running.delete(run);
      wakeup.signal();
    });
    running.add(run);
  }

  async function receive(): Promise<readonly Message[]> {
    const free = concurrency - running.size;
    const { Messages = [] } = await settings.client.send(
      new ReceiveMessageCommand({
        QueueUrl: settings.queueUrl,
        // Of a FIFO queue one answer may have several messages of a group, which must not run at once.
        MaxNumberOfMessages: isFifo(settings.queueUrl) ? 1 : Math.min(free, MOST_MESSAGES),
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        VisibilityTimeout: Math.ceil(settings.visibilityTimeout / 1000),
        WaitTimeSeconds: WAIT_SECONDS,
      }),
      // SQS holds the answer back for so long; the rest is for the way.
      { abortSignal: receiving.signal, requestTimeout: (WAIT_SECONDS + 10) * 1000 },
    );
    return Messages;
  }

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!receiving.signal.aborted) {
      if (running.size >= concurrency) {
        await wakeup.wait(LONGEST_PAUSE);
        continue;
      }
      try {
        for (const message of await receive()) start(message);
        pause = FIRST_PAUSE;
      } catch (error) {
        if (receiving.signal.aborted) return;
        const retryAfter = pause / 1000;
        const outcome = { kind: 'unavailable', reason: 'inbox', error, retryAfter } as const;
        void ignoreErrors(() => settings.observe?.({ attempts: 0, outcome }));
        await sleep(pause, receiving.signal);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
  }

  const loop = run();

  async function stop(timeout: number): Promise<void> {
    receiving.abort();
    wakeup.signal();
    const reason = new Error('The worker has stopped.');
    let timer = setTimeout(() => {
      handlers.abort(reason);
      // A handler that ignores its signal continues; its message becomes visible by itself.
      timer = setTimeout(() => over.abort(reason), AFTER_ABORT);
    }, timeout);
    await loop;
    await Promise.all(running);
    clearTimeout(timer);
  }

  return {
    stop(given) {
      const timeout = checkStopTimeout(given);
      stopped ??= stop(timeout);
      return stopped;
    },
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
