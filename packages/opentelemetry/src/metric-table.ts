/** The definition of a metric. */
export interface Metric {
  readonly name: string;
  readonly kind: 'counter' | 'histogram' | 'gauge';
  /** A UCUM code. */
  readonly unit: string;
  readonly description: string;
  /** The upper bounds of a histogram's buckets, in `unit`. */
  readonly boundaries?: number[];
}

// The bounds that the conventions define for messaging.process.duration, extended to the ten minutes of handlerTimeout.
const PROCESS_BOUNDARIES = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 300, 600,
];
// Up to the 12 s of ackTimeout and the 15 s of the service.
const ACK_BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 7.5, 10, 12, 15];
// Up to the 300 s of the window.
const AGE_BOUNDARIES = [1, 2, 5, 10, 30, 60, 120, 180, 240, 300];

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
    description: 'Deliveries by outcome.',
  },
  lateOutcomes: {
    name: 'screening_webhooks.late_outcomes',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Outcomes of work that continued after its ack was timed_out.',
  },
  ackDuration: {
    name: 'screening_webhooks.ack.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Time from the arrival of a delivery to its ack.',
    boundaries: ACK_BOUNDARIES,
  },
  deliveryAge: {
    name: 'screening_webhooks.delivery.age',
    kind: 'histogram',
    unit: 's',
    description:
      'Time from the timestamp of a genuine signature to the arrival. The timestamp is in whole seconds.',
    boundaries: AGE_BOUNDARIES,
  },
  clockSkew: {
    name: 'screening_webhooks.clock.skew',
    kind: 'gauge',
    unit: 's',
    description:
      'The local clock minus the timestamp of the last genuine signature. Negative: the local clock is behind.',
  },
  secretUses: {
    name: 'screening_webhooks.secret.uses',
    kind: 'counter',
    unit: '{delivery}',
    description: 'Deliveries with a genuine signature, by the index of the secret.',
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
    description: 'Events that inbox workers or other callers dispatched, by outcome.',
  },
  processDuration: {
    name: 'messaging.process.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Duration of processing operation.',
    boundaries: PROCESS_BOUNDARIES,
  },
  inboxDepth: {
    name: 'screening_webhooks.inbox.depth',
    kind: 'gauge',
    unit: '{event}',
    description: 'Stored events that have not been processed.',
  },
};
