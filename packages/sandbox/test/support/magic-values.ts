/** A value of the document's main field, and its outcome. */
export interface MagicValue {
  readonly value: string;
  /** The last part of the event's type. `undefined` if the verification does not end by itself. */
  readonly ends: 'completed' | 'failed' | 'recorded' | undefined;
  /** The time from the verification's creation to its end, as a duration of `clock.advance`. */
  readonly after: string;
  /** The number of requests to the issuing source by then. */
  readonly sourceAttempts: number;
}

/** The table of the README, and a value that is not in it. */
export const magicValues: readonly MagicValue[] = [
  { value: 'RN954321', ends: 'completed', after: '0s', sourceAttempts: 1 },
  { value: 'SBX-RETRY-1', ends: 'completed', after: '30s', sourceAttempts: 2 },
  { value: 'SBX-NOTFOUND-1', ends: 'failed', after: '0s', sourceAttempts: 1 },
  { value: 'SBX-NAME-1', ends: 'failed', after: '0s', sourceAttempts: 1 },
  { value: 'SBX-EXPIRED-1', ends: 'failed', after: '0s', sourceAttempts: 1 },
  { value: 'SBX-REVOKED-1', ends: 'failed', after: '0s', sourceAttempts: 1 },
  { value: 'SBX-DOWN-1', ends: 'failed', after: '2m', sourceAttempts: 3 },
  { value: 'SBX-SLOW-1', ends: 'completed', after: '24h', sourceAttempts: 1 },
  { value: 'SBX-HOLD-1', ends: undefined, after: '30d', sourceAttempts: 1 },
  { value: 'SBX-NOSOURCE-1', ends: 'recorded', after: '0s', sourceAttempts: 0 },
  { value: 'SBX-DISCIPLINE-1', ends: 'completed', after: '0s', sourceAttempts: 1 },
];
