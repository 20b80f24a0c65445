// Shared by the worker and its sender. Times are in milliseconds.
export const SECRET = 'whsec_of_the_slow_worker';
export const ACK_MS = 300;
export const HANDLER_MS = 1500;
