import { createReceiver } from '@screening-webhooks/core';
import { createApp } from '../create-app.js';
import { memoryClinicians } from '../memory-clinicians.js';
import { screeningHandlers } from '../screening-handlers.js';
import { serve } from '../serve.js';
import { get } from './call-app.js';
import { deliveryScenarios } from './delivery-scenarios.js';
import { expectedTallies } from './events.js';
import { routeScenarios } from './route-scenarios.js';
import { runScenarios, type Section } from './run-scenarios.js';
import { ACK_TIMEOUT, API_KEY, PREVIOUS_SECRET, people, SECRET, trouble } from './setting.js';
import { type Tally, troubledClinicians } from './troubled-clinicians.js';

/** What came of the demo. */
export interface Report {
  readonly sections: readonly Section[];
  readonly tallies: readonly TallyRow[];
  /** Every row that is not what the specification demands, in words. Empty: all is well. */
  readonly mismatches: readonly string[];
}

/** How often the handler of an event ran and wrote, and how often it should have. */
export interface TallyRow {
  readonly eventId: string;
  readonly tally: Tally;
  readonly expected: Tally;
}

const NEVER: Tally = { runs: 0, writes: 0 };

/** Starts the app on a free port, sends it everything, and stops it. */
export async function runDemo(
  scenarios = [...deliveryScenarios, ...routeScenarios],
): Promise<Report> {
  const clinicians = troubledClinicians(memoryClinicians(people), trouble);
  const screening = createReceiver({
    secret: [SECRET, PREVIOUS_SECRET],
    handlers: screeningHandlers(clinicians),
    ackTimeout: ACK_TIMEOUT,
  });
  const app = createApp({ clinicians, apiKey: API_KEY, log: () => {}, screening });
  const running = await serve(app, screening, 0);
  try {
    // The first request of a process loads the HTTP client: that time is not the receiver's.
    await get('/clinicians')(running.url);
    const sections = await runScenarios(scenarios, running.url, clinicians.idle);
    const tallies = compare(clinicians.tallies);
    return {
      sections,
      tallies,
      mismatches: [...sections.flatMap(wrongRows), ...tallies.flatMap(wrongTally)],
    };
  } finally {
    await running.stop();
  }
}

/** True when the handler ran and wrote as often as it should have. */
export function isRight({ tally, expected }: TallyRow): boolean {
  return tally.runs === expected.runs && tally.writes === expected.writes;
}

function compare(tallies: ReadonlyMap<string, Tally>): TallyRow[] {
  const eventIds = new Set([...Object.keys(expectedTallies), ...tallies.keys()]);
  return [...eventIds].map((eventId) => ({
    eventId,
    tally: tallies.get(eventId) ?? NEVER,
    expected: expectedTallies[eventId] ?? NEVER,
  }));
}

function wrongRows({ title, rows }: Section): string[] {
  return rows.flatMap(({ what, status, says, demanded }) =>
    demanded ? [`${title}: ${what}: got ${status} ${says}, demanded is ${demanded}`] : [],
  );
}

function wrongTally(row: TallyRow): string[] {
  if (isRight(row)) return [];
  const { eventId, tally, expected } = row;
  return [
    `${eventId}: handler runs ${tally.runs} and writes ${tally.writes}, demanded are ${expected.runs} and ${expected.writes}`,
  ];
}
