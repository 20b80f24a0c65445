import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { formatTime } from '../clock/local-time.js';
import { kinds } from './fault-parts.js';
import { refusalOf } from './refusals.js';
import { listed } from './words-of.js';

type Problem = SandboxSchemas['Problem'];
export type ConflictReason = NonNullable<Problem['reason']>;

type Known = Required<Pick<Problem, 'facts'>> & Pick<Problem, 'currentStatus'>;

const conflicts: Readonly<Record<ConflictReason, (known: Known) => string>> = {
  archived: ({ facts: { what = 'package' } }) => `The ${kinds[what]} is archived.`,
  clock_does_not_go_back: ({ facts: { at } }) =>
    at === undefined
      ? 'The clock does not go back.'
      : `The clock does not go back: it is ${formatTime(at)} already.`,
  endpoint_deleted: () => 'The endpoint was deleted.',
  invitation_open: ({ facts: { id } }) =>
    id === undefined
      ? 'The candidate has an open invitation to this role.'
      : `The candidate has an open invitation to this role: ${id}.`,
  no_room_for_file: () =>
    'The account has no room for this file. A reset of the sandbox removes all files.',
  onboarding_exists: () => 'The candidate is being onboarded for this role already.',
  replay_due: () => 'It is about to be replayed already.',
  report_not_complete: ({ currentStatus }) => refusalOf('status', ['complete'], currentStatus),
  report_open: ({ facts: { id } }) => `The candidate has an open report: ${id}.`,
  report_without_finding: () => 'An adverse action needs a report with the result “consider”.',
  roles_order_package: ({ facts: { names = [], hasMore } }) => {
    const roles = listed(hasMore ? [...names, 'other roles'] : names);
    return `It is the package of ${roles}. Give ${names.length === 1 && !hasMore ? 'that role' : 'those roles'} another one first.`;
  },
  session_expired: () => 'The session has expired.',
  slug_taken: ({ facts: { id } }) => `The slug ${id} is taken.`,
  status: ({ facts: { allowed = [] }, currentStatus }) =>
    refusalOf('status', allowed, currentStatus),
  tenant_not_active: ({ currentStatus }) => refusalOf('status', ['active'], currentStatus),
  too_many: ({ facts: { what = 'row', most } }) =>
    `The limit is reached: ${most} of the kind “${kinds[what]}”. Remove one first.`,
};

export function conflictOf(reason: ConflictReason, known: Known): string {
  return conflicts[reason](known);
}
