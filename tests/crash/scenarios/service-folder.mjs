import { receiveTransactionally } from '../service/receivers.mjs';

/** One process of the service on a folder, which it finds again after each kill. */
export const scenario = {
  ...receiveTransactionally,
  name: 'the service on PGlite in a folder',
  server: 'postgres',
  service: { storage: 'folder', processes: 1 },
  // One thread does everything.
  load: { share: 0.2, perSecond: 6, eventsPerKill: 20 },
  receivers: 1,
};
