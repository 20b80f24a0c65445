// Known to the worker and to who delivers to it. Milliseconds.
export const SECRET = 'whsec_of_the_slow_worker';
export const ACK_MS = 300;
export const HANDLER_MS = 1500;
