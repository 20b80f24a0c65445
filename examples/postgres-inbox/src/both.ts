import { openFolder, openServer } from './open-database.js';
import { openScreening } from './open-screening.js';
import { startReceiver } from './start-receiver.js';
import { stopOnSignal } from './stop-on-signal.js';

// Receiver and worker in one process, on PGlite in DATA_DIR or on DATABASE_URL. Requires SCREENING_SECRET.

const { DATABASE_URL, DATA_DIR = 'data' } = process.env;
const database = DATABASE_URL ? openServer(DATABASE_URL) : openFolder(DATA_DIR);
const screening = await openScreening(database);
const worker = await screening.inbox.work(screening.receiver.dispatch);
const stop = await startReceiver(database, screening);
stopOnSignal(stop, () => worker.stop({ timeout: 20_000 }), database.close);
