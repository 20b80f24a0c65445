import { receiveTransactionally } from '../service/receivers.mjs';

/** Two processes of the service on one database, and a client that asks them in turn. */
export const scenario = {
  ...receiveTransactionally,
  name: 'the service on PostgreSQL',
  server: 'postgres',
  service: { storage: 'postgres', processes: 2 },
  load: { share: 0.8, perSecond: 16, eventsPerKill: 54 },
  receivers: 2,
};
