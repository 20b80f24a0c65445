import { type Fault, faults } from '@screening-webhooks/testing/faults';

/**
 * The faults that an app is tried with: one of each outcome and way of sending, and with EVERY_FAULT, as in
 * `npm run test:slow`, all. A slow body takes two seconds, and is tried on the receivers of all adapters.
 */
export function chosenFaults(): readonly Fault[] {
  const quick = faults.filter(({ kind }) => kind !== 'slow_body');
  if (process.env['EVERY_FAULT']) return quick;
  const kinds = new Map(quick.map((fault) => [outcomeOf(fault), fault]));
  return [...kinds.values()];
}

function outcomeOf({ transferMode, concurrent, refusal }: Fault): string {
  return [transferMode, concurrent === true, refusal?.status].join(' ');
}
