// Shared by the edge worker and its sender.
export const SECRET = 'whsec_of_the_edge_worker';
export const SHORT_LEASE_MS = 1000;
