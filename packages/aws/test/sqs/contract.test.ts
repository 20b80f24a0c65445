import { memoryStore, type WorkableInbox } from '@screening-webhooks/core';
import { type InboxHarness, inboxContract } from '@screening-webhooks/testing';
import { describe, expect, it, vi } from 'vitest';
import { sqsConsumer, sqsInbox } from '../../src/sqs/index.js';
import type { SqsQueue, StoredMessage } from '../support/sqs-queue.js';
import { useSqs } from '../support/sqs-server.js';

/** Cases that a queue cannot meet, as the README says. */
const WITHOUT_REASON = [
  'makes an event a dead letter after its last attempt',
  'keeps the reason of an error with odd text',
  'keeps an error text of any length short',
  'counts a process function that throws as a failure',
];
const WITHOUT_OWN_DEAD_LETTERS = ['makes a rejected event a dead letter at once'];
const WITHOUT_REPLAY = [
  'replays a dead letter by its id',
  'replays the events received in a period, done events included',
];
const WITHOUT_PAUSE = ['starts nothing while paused, and still stores'];
const left = [...WITHOUT_REASON, ...WITHOUT_OWN_DEAD_LETTERS, ...WITHOUT_REPLAY, ...WITHOUT_PAUSE];
const ORDERED = [
  'keeps the order of each verification',
  'starts the next event of an order when the one before it is given up',
  'runs an event of another order while many wait behind a running one',
];
/** Cases that groups and deduplication could break. */
const SHARED_ONCE = [
  'stores one of twenty equal events that arrive at once',
  'keeps ids apart that UTF-8 cannot tell apart',
  'keeps equal ids of different namespaces apart',
  'retries a failed event after a wait',
  'shares the events between workers, and runs each once',
];

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe('an inbox on SQS keeps the contract of inboxes', () => {
  const sqs = useSqs(200);

  const harnessOf = (fifo: boolean): InboxHarness => ({
    create({ attempts = 10, backoff, orderBy }) {
      const { queue: deadLetters } = sqs.queue({ fifo });
      const { queueUrl } = sqs.queue({ fifo, maxReceiveCount: attempts, deadLetters });
      const store = memoryStore();
      const open = (): WorkableInbox => {
        const client = sqs.client();
        const inbox = sqsInbox(client, store, {
          queueUrl,
          // Only ends a hang.
          timeout: 60_000,
          ...(orderBy && { orderBy }),
        });
        return {
          ...inbox,
          async work(process, options) {
            // The test server's seconds are short: no renewal is due before a message is visible again.
            const visibilityTimeout = 3_600_000;
            const consumer = sqsConsumer(client, process, store, {
              queueUrl,
              visibilityTimeout,
              ...(backoff && { backoff }),
            });
            return consumer.work(options);
          },
          deadLetters: async () => deadLettersOf(deadLetters),
          replay: notAvailable,
          pause: notAvailable,
          resume: notAvailable,
        };
      };
      return { inbox: open(), reopen: open };
    },
  });

  const isOrdered = (name: string): boolean => ORDERED.includes(name);
  const cases = inboxContract(harnessOf(false)).filter(({ name }) => !left.includes(name));
  describe('standard', () => {
    it.each(cases.filter(({ name }) => !isOrdered(name)))('$name', ({ run }) => run());
  });
  describe('FIFO', () => {
    // The others are about what both kinds of queue share.
    const ofFifo = [...ORDERED, ...SHARED_ONCE];
    const fifoCases = inboxContract(harnessOf(true)).filter(({ name }) => ofFifo.includes(name));
    it.each(fifoCases)('$name', ({ run }) => run());
  });

  it('leaves out cases that exist', () => {
    const names = inboxContract(harnessOf(false)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...left, ...ORDERED, ...SHARED_ONCE]));
  });
});

function deadLettersOf({ messages }: SqsQueue) {
  return messages.map(({ body, receives }: StoredMessage) => ({
    event: JSON.parse(body).event,
    attempts: receives,
    reason: '',
    givenUpAt: 0,
  }));
}

async function notAvailable(): Promise<never> {
  throw new Error('Not on a queue.');
}
