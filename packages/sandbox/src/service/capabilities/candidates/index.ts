export { candidateOperations, checkBirth, createCandidates } from './operations.js';
export { type CandidateRow, candidateRecords, lockNamedCandidates, setRole } from './records.js';
export { findSsns, hasSsn, refuseSsn } from './refuse-ssn.js';
export { candidateStates } from './states.js';
export { Candidate, CreateCandidate, candidateToWire, personalFields } from './wire.js';
