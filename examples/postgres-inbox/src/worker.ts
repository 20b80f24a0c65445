import { openServer } from './open-database.js';
import { openScreening } from './open-screening.js';
import { serverUrl } from './server-url.js';
import { stopOnSignal } from './stop-on-signal.js';

// The second process, in any number: processes events. Requires SCREENING_SECRET and DATABASE_URL.

const database = openServer(serverUrl());
const { inbox, receiver } = await openScreening(database);
const worker = await inbox.work(receiver.dispatch);
console.log('working');
stopOnSignal(() => worker.stop({ timeout: 20_000 }), database.close);
