// The times of the service, sixty times faster: a minute becomes a second. They are those of spec section 6 and the defaults
// of createReceiver and of the inboxes, for the sender, the receivers and the workers alike.
const SCALE = 60;

/** The clock of `sender`: waits are scaled, timestamps are not, because a receiver's window is not scaled either. */
export const clock = {
  now: Date.now,
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SCALE)),
};

/** The scaled milliseconds that the service waits for an ack; unscaled 15 s. */
export const SENDER_TIMEOUT = 15_000 / SCALE;

/** Options for `createReceiver`. */
export const receiverTimes = {
  ackTimeout: 12_000 / SCALE,
  lease: 60_000 / SCALE,
  handlerTimeout: 600_000 / SCALE,
};

/**
 * Options for an inbox. The lease is twice as long as a scaled one, so that workers can renew it on a busy machine. A busier one still
 * loses leases, each of which counts as an attempt.
 */
export const inboxTimes = { lease: 1000, backoff: 50, maxBackoff: 1000, attempts: 100 };

/** The milliseconds after which a client gives up an operation or a connection attempt. */
export const CLIENT_TIMEOUT = 5000;
