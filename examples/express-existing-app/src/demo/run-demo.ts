import { createReceiver } from '@screening-webhooks/core';
import { createApp } from '../create-app.js';
import { memoryClinicians } from '../memory-clinicians.js';
import { screeningHandlers } from '../screening-handlers.js';
import { serve } from '../serve.js';
import { get } from './call-app.js';
import { deliveryScenarios } from './delivery-scenarios.js';
import { ACK_TIMEOUT, API_KEY, faults, PREVIOUS_SECRET, people, SECRET } from './demo-settings.js';
import { expectedRunCounts } from './events.js';
import { type Faults, faultyClinicians, type RunCount } from './faulty-clinicians.js';
import { routeScenarios } from './route-scenarios.js';
import { runScenarios, type Section } from './run-scenarios.js';

/** The result of the demo. */
export interface Report {
  readonly sections: readonly Section[];
  readonly runCounts: readonly RunCountRow[];
  /** Every row that differs from the specification, in words. Empty: no differences. */
  readonly mismatches: readonly string[];
}

/** How often the handler of an event ran and wrote, and the expected counts. */
export interface RunCountRow {
  readonly eventId: string;
  readonly runCount: RunCount;
  readonly expected: RunCount;
}

const NEVER: RunCount = { runs: 0, writes: 0 };

/**
 * Starts the app on a free port, runs the scenarios against it, and stops it.
 *
 * @param onHeld Called when the handler of the slow event has begun.
 */
export async function runDemo(
  scenarios = [...deliveryScenarios, ...routeScenarios],
  onHeld?: Faults['onHeld'],
): Promise<Report> {
  const clinicians = faultyClinicians(memoryClinicians(people), {
    ...faults,
    ...(onHeld && { onHeld }),
  });
  const screening = createReceiver({
    secret: [SECRET, PREVIOUS_SECRET],
    handlers: screeningHandlers(clinicians),
    ackTimeout: ACK_TIMEOUT,
  });
  const app = createApp({ clinicians, apiKey: API_KEY, log: () => {}, screening });
  const running = await serve(app, screening, 0);
  try {
    // The first request of a process loads the HTTP client, which would count as time of the receiver.
    await get('/clinicians')(running.url);
    const sections = await runScenarios(scenarios, running.url, clinicians.idle);
    const runCounts = compare(clinicians.runCounts);
    return {
      sections,
      runCounts,
      mismatches: [...sections.flatMap(wrongRows), ...runCounts.flatMap(wrongRunCount)],
    };
  } finally {
    await running.stop();
  }
}

/** Whether the handler ran and wrote as often as expected. */
export function isAsExpected({ runCount, expected }: RunCountRow): boolean {
  return runCount.runs === expected.runs && runCount.writes === expected.writes;
}

function compare(runCounts: ReadonlyMap<string, RunCount>): RunCountRow[] {
  const eventIds = new Set([...Object.keys(expectedRunCounts), ...runCounts.keys()]);
  return [...eventIds].map((eventId) => ({
    eventId,
    runCount: runCounts.get(eventId) ?? NEVER,
    expected: expectedRunCounts[eventId] ?? NEVER,
  }));
}

function wrongRows({ title, rows }: Section): string[] {
  return rows.flatMap(({ what, status, says, expected }) =>
    expected ? [`${title}: ${what}: got ${status} ${says}, expected ${expected}`] : [],
  );
}

function wrongRunCount(row: RunCountRow): string[] {
  if (isAsExpected(row)) return [];
  const { eventId, runCount, expected } = row;
  return [
    `${eventId}: handler runs ${runCount.runs} and writes ${runCount.writes}, expected ${expected.runs} and ${expected.writes}`,
  ];
}
