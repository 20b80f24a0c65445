import { openServer } from './open-database.js';
import { openScreening } from './open-screening.js';
import { serverUrl } from './server-url.js';
import { startReceiver } from './start-receiver.js';
import { stopOnSignal } from './stop-on-signal.js';

// The first process: stores and acks. Requires SCREENING_SECRET and DATABASE_URL.

const database = openServer(serverUrl());
const stop = await startReceiver(database, await openScreening(database));
stopOnSignal(stop, database.close);
