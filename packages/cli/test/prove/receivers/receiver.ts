import type { RequestListener } from 'node:http';
import type { ReceiverProbe } from './probe.js';

/** A receiver at `/webhooks/screening`, built the way somebody builds it. Its handlers do `probe.work`. */
export type CreateReceiver = (secret: string, probe: ReceiverProbe) => RequestListener;
