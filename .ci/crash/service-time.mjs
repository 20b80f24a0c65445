// The service's times, sixty times faster: a minute is a second. What is given here holds for the sender, for receivers
// and for workers; spec section 6 and the defaults of createReceiver and of the inboxes are what they are made of.
const SCALE = 60;

/** Real time for `sender`, which waits shorter and signs as ever: a receiver's window is not scaled. */
export const clock = {
  now: Date.now,
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SCALE)),
};

/** Milliseconds that the service waits for an ack: 15 s. */
export const SENDER_TIMEOUT = 15_000 / SCALE;

/** For `createReceiver`. */
export const receiverTimes = {
  ackTimeout: 12_000 / SCALE,
  lease: 60_000 / SCALE,
  handlerTimeout: 600_000 / SCALE,
};

/** For an inbox. Twice as fast as a scaled lease would be, workers could not renew it on a busy machine. */
export const inboxTimes = { lease: 1000, backoff: 50, maxBackoff: 1000 };

/** Milliseconds after which a client gives up an operation or a connection. */
export const CLIENT_TIMEOUT = 1000;
