import type { RequestListener } from 'node:http';
import type { ReceiverProbe } from './probe.js';

/** Creates a receiver at `/webhooks/screening` as an app might build it. Its handlers call `probe.work`. */
export type CreateReceiver = (secret: string, probe: ReceiverProbe) => RequestListener;
