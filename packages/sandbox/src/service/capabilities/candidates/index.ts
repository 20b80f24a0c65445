// What others may use of this capability.

export { checkBirth, createCandidate } from './create-candidate.js';
export { findCandidate, lockCandidate } from './find-candidate.js';
export { candidateOperations } from './operations.js';
export { findSsns, hasSsn, refuseSsn } from './refuse-ssn.js';
export { saveCandidate } from './save-candidate.js';
export { candidateStates } from './states.js';
export { type CandidateRow, candidateToWire } from './to-wire.js';
export { Candidate, CreateCandidate, personalFields } from './wire.js';
