import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { faultOf } from './faults.js';

type RowIssue = SandboxSchemas['RowIssue'];
type RowFacts = SandboxSchemas['RowFacts'];

const wrong = 'This value cannot be used.';

/** The sentence for each issue of a roster row that is not a fault of a field. */
const rowIssues: Readonly<Record<RowIssue['code'], (facts: RowFacts) => string>> = {
  credential_expired: ({ id, because }) =>
    because === 'expired_on_file' ? `The ${id} on file has expired.` : `The ${id} has expired.`,
  credential_missing: ({ id }) => `The role asks for ${id}, and none is on file. Enter its number.`,
  date_invalid: () => wrong,
  duplicate_row: ({ line }) => `Line ${line} has the same value.`,
  email_invalid: () => wrong,
  internal_error: () => 'The service failed on this row. Its log has the error.',
  required_missing: () => 'This is required.',
  role_unknown: ({ because }) => {
    if (because === 'other_role') return 'This is not the role of the import.';
    return because === 'role_archived'
      ? 'The role of the import is archived.'
      : 'No role has this name or slug.';
  },
  state_invalid: ({ because }) =>
    because === 'state_not_verified' ? 'This document is not verified for this state.' : wrong,
  value_invalid: () => wrong,
};

export function rowIssueOf({ column, code, facts = {} }: Omit<RowIssue, 'message'>): string {
  const { fault } = facts;
  return fault === undefined
    ? rowIssues[code](facts)
    : faultOf({ param: column, code: fault, facts });
}
