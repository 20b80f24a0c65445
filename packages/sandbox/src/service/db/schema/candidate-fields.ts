/** The fields of a candidate that a check can need. */
export const candidateFields = ['dateOfBirth', 'ssnLast4', 'phone', 'workState'] as const;
export type CandidateField = (typeof candidateFields)[number];
