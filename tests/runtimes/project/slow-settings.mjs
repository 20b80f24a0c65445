// Shared by the worker and its sender.
export const SECRET = 'whsec_of_the_slow_worker';
export const ACK_MS = 300;
