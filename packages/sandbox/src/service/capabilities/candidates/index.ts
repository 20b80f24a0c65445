// What others may use of this capability.

export { checkBirth, createCandidate } from './create-candidate.js';
export { candidateOperations } from './operations.js';
export { type CandidateRow, candidateRecords } from './records.js';
export { findSsns, hasSsn, refuseSsn } from './refuse-ssn.js';
export { candidateStates } from './states.js';
export { candidateToWire } from './to-wire.js';
export { Candidate, CreateCandidate, personalFields } from './wire.js';
