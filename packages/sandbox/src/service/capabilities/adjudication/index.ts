// What others may use of this capability.

export { adjudicationOperations } from './operations.js';
