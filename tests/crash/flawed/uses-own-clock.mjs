import { hourAhead } from '../scenarios/hour-ahead.mjs';
import { smallInbox } from '../small-inbox.mjs';

export const scenario = {
  ...hourAhead(smallInbox({ usesOwnClock: true })),
  name: 'a worker an hour ahead: leases by its own clock',
  flaw: 'overlapping',
};
