/** A metric as the meter is asked for it. */
export interface Metric {
  readonly name: string;
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** UCUM. */
  readonly unit: string;
  readonly description: string;
  /** Of histograms: the upper bounds of their buckets, in `unit`. */
  readonly boundaries?: number[];
}

// Those that the conventions give for messaging.process.duration, and on to handlerTimeout's ten minutes.
const HANDLING = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 300, 600,
];
// To the 12 s of ackTimeout and the 15 s of the service.
const ACK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10, 12, 15];
// To the 300 s of the window.
const AGE = [1, 2, 5, 10, 30, 60, 120, 180, 240, 300];

type MetricKey =
  | 'deliveries'
  | 'lateOutcomes'
  | 'ackDuration'
  | 'deliveryAge'
  | 'clockSkew'
  | 'secretUses'
  | 'leaseLosses'
  | 'dispatches'
  | 'processDuration'
  | 'inboxDepth';

/** Every metric of this package. */
export const metrics: Readonly<Record<MetricKey, Metric>> = {
  deliveries: {
    name: 'screening_webhooks.deliveries',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Deliveries, by how they ended.',
  },
  lateOutcomes: {
    name: 'screening_webhooks.late_outcomes',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Work that went on after its ack was timed_out, by how it ended.',
  },
  ackDuration: {
    name: 'screening_webhooks.ack.duration',
    kind: 'histogram',
    unit: 's',
    description: 'From the arrival of a delivery to its ack.',
    boundaries: ACK,
  },
  deliveryAge: {
    name: 'screening_webhooks.delivery.age',
    kind: 'histogram',
    unit: 's',
    description:
      'From the time in a genuine signature to the arrival, in whole seconds of the sender.',
    boundaries: AGE,
  },
  clockSkew: {
    name: 'screening_webhooks.clock.skew',
    kind: 'gauge',
    unit: 's',
    description:
      'Our clock minus the time in the last genuine signature. Negative: our clock is behind.',
  },
  secretUses: {
    name: 'screening_webhooks.secret.uses',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Deliveries with a genuine signature, by which secret made it.',
  },
  leaseLosses: {
    name: 'screening_webhooks.lease.losses',
    kind: 'counter',
    unit: '{lease}',
    description: 'Claims that were lost while their handler ran.',
  },
  dispatches: {
    name: 'screening_webhooks.dispatches',
    kind: 'counter',
    unit: '{event}',
    description: 'Events given to dispatch by inbox workers and the like, by how they ended.',
  },
  processDuration: {
    name: 'messaging.process.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of processing operation.',
    boundaries: HANDLING,
  },
  inboxDepth: {
    name: 'screening_webhooks.inbox.depth',
    kind: 'gauge',
    unit: '{event}',
    description: 'Events that are stored and not processed yet.',
  },
};
