import { memoryStore, type Outcome } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { type RecordingHandler, recordingHandler } from '../recording-handler.js';
import { type AdapterHarness, mustAnswer, servingWith, withReceiver } from './adapter-harness.js';
import { type ContractCase, ContractViolation, mustEqual } from './contract.js';
import { createGate, type Gate } from './gate.js';
import { waitUntil } from './wait-until.js';

const body = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_slow' }));

/** Cases of handlers that take longer than the ack deadline, and of receivers that drain. */
export function deadlineCases(harness: AdapterHarness): readonly ContractCase[] {
  return [
    {
      name: 'answers 503 at the deadline and continues: retries find in_progress, then duplicate',
      catches: [
        'success-at-the-deadline',
        'waits-past-the-deadline',
        'no-dedupe',
        'done-before-the-handler',
        'ack-before-commit',
      ],
      run: () =>
        withLateHandler(harness, async ({ handler, gate, retry, untilLate }) => {
          await mustAnswer(await retry(), 409, { outcome: 'in_progress' });
          gate.open();
          await untilLate('processed');
          await mustAnswer(await retry(), 200, { outcome: 'duplicate' });
          mustEqual('runs', handler.events.length, 1);
        }),
    },
    {
      name: 'runs an event again when its handler fails after the deadline',
      catches: [
        'success-at-the-deadline',
        'waits-past-the-deadline',
        'done-before-the-handler',
        'ack-before-commit',
      ],
      run: () =>
        withLateHandler(harness, async ({ handler, gate, retry, untilLate }) => {
          gate.fail(new Error('late'));
          await untilLate('failed');
          await mustAnswer(await retry(), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 2);
        }),
    },
    {
      name: 'drains: waits for the handler, and answers new deliveries 503',
      catches: ['ignores-drain'],
      run: servingWith(harness)({}, async ({ send, drain, handler, handle }) => {
        const gate = createGate();
        let finished = false;
        handle(async ({ id }) => {
          if (id !== 'evt_slow') return;
          await gate.passed;
          finished = true;
        });
        const running = send({ body });
        try {
          await waitUntil('a run', () => handler.events.length === 1);
          const drained = drain().then(() => finished);
          const other = JSON.stringify(fixture('document_verification.failed'));
          await mustAnswer(await send({ body: other }), 503, { outcome: 'unavailable' });
          gate.open();
          mustEqual('the handler has ended', await drained, true);
        } finally {
          gate.open();
        }
        await mustAnswer(await running, 200, { outcome: 'processed' });
      }),
    },
  ];
}

interface LateHandler {
  /** Its first run waits at the gate. */
  readonly handler: RecordingHandler;
  readonly gate: Gate;
  /** Delivers the event again, to a second receiver on the same store. */
  readonly retry: () => Promise<Response>;
  /** Waits until the late run has ended with this outcome. */
  readonly untilLate: (kind: Outcome['kind']) => Promise<void>;
}

// Milliseconds: the first is short, so that the case is; a machine that is too slow for one gets the next.
const ACK_TIMEOUTS = [50, 500, 5000, 14_000];

/** Delivers an event whose handler is still running at the deadline, expects 503, and continues from there. */
async function withLateHandler(
  harness: AdapterHarness,
  work: (late: LateHandler) => Promise<void>,
): Promise<void> {
  for (const ackTimeout of ACK_TIMEOUTS) {
    if (await missesDeadline(harness, ackTimeout, work)) return;
  }
  throw new ContractViolation('runs', 0, 'a run that starts before the deadline');
}

/** False: the deadline passed before the handler had started, which says nothing about the receiver. */
async function missesDeadline(
  harness: AdapterHarness,
  ackTimeout: number,
  work: (late: LateHandler) => Promise<void>,
): Promise<boolean> {
  const gate = createGate();
  const dedupe = memoryStore();
  let timeLimit: ReturnType<typeof setTimeout> | undefined;
  const handler = recordingHandler((_event, run) => {
    if (run > 1) return undefined;
    // A receiver that waits for its handler would never answer. Timers of one process fire in the order of their
    // times, so that this one is after the deadline however slow the machine is.
    timeLimit = setTimeout(gate.open, 10 * ackTimeout);
    return gate.passed;
  });
  const options = {
    ackTimeout,
    dedupe,
    handlers: { '*': handler },
    observe: () => clearTimeout(timeLimit),
  };
  try {
    return await withReceiver(harness, options, async ({ send, outcomes }) => {
      const answer = await send({ body });
      if (handler.events.length === 0) return false;
      await mustAnswer(answer, 503, { outcome: 'timed_out' });
      // The retries go to a receiver with the default deadline: they test the claim, and have none to miss.
      await withReceiver(harness, { dedupe, handlers: { '*': handler } }, (second) =>
        work({
          handler,
          gate,
          retry: () => second.send({ body }),
          untilLate: (expected) =>
            waitUntil(`a late ${expected}`, () => outcomes.some(({ kind }) => kind === expected)),
        }),
      );
      return true;
    });
  } finally {
    clearTimeout(timeLimit);
    gate.open();
  }
}
