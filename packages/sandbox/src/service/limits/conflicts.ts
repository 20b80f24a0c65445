import type { Needs } from './facts.js';

/** Why stored data forbids a request, with the facts of each reason. */
interface ConflictFacts {
  archived: Needs<'what'>;
  clock_does_not_go_back: Needs<'at'>;
  endpoint_deleted: Needs<'id'>;
  invitation_open: Needs<never, 'id'>;
  no_room_for_file: Needs<'most' | 'unit'>;
  onboarding_exists: Needs;
  replay_due: Needs;
  report_not_complete: Needs;
  report_open: Needs<'id'>;
  report_without_finding: Needs;
  roles_order_package: Needs<'names' | 'hasMore'>;
  session_expired: Needs;
  slug_taken: Needs<'id'>;
  status: Needs<'action' | 'allowed'>;
  tenant_not_active: Needs;
  too_many: Needs<'what' | 'most'>;
}

export type ConflictReason = keyof ConflictFacts;

export type Conflict<Reason extends ConflictReason = ConflictReason> = {
  readonly [Each in Reason]: { readonly reason: Each; readonly facts: ConflictFacts[Each] };
}[Reason];

/** The code of the problem with each reason. */
export const conflictCodes: Readonly<
  Record<ConflictReason, 'state_conflict' | 'duplicate_resource'>
> = {
  archived: 'state_conflict',
  clock_does_not_go_back: 'state_conflict',
  endpoint_deleted: 'state_conflict',
  invitation_open: 'duplicate_resource',
  no_room_for_file: 'state_conflict',
  onboarding_exists: 'duplicate_resource',
  replay_due: 'state_conflict',
  report_not_complete: 'state_conflict',
  report_open: 'state_conflict',
  report_without_finding: 'state_conflict',
  roles_order_package: 'state_conflict',
  session_expired: 'state_conflict',
  slug_taken: 'duplicate_resource',
  status: 'state_conflict',
  tenant_not_active: 'state_conflict',
  too_many: 'state_conflict',
};
