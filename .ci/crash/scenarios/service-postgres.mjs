import { receiveTransactionally } from '../service/receivers.mjs';

/** Two processes of the service on one database, and a client that asks them in turn. */
export const scenario = {
  ...receiveTransactionally,
  name: 'the service on PostgreSQL',
  server: 'postgres',
  service: { storage: 'postgres', processes: 2 },
  receivers: 2,
};
