export { adjudicationOperations } from './operations.js';
