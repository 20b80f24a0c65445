import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { forgetName } from '../../resource/names.js';
import { CreateInvitation } from '../invitations/create-invitation.js';
import { OrderReport } from '../reports/order-report.js';

/** What may be done with a candidate. */
export function CandidateActions({ candidate }: { candidate: Answer<'getCandidate'> }) {
  const { id, roleId, workState } = candidate;
  const order = workState === null ? {} : { workState };
  const orderForRole = { ...order, ...(roleId === null ? {} : { roleId }) };
  const path = { id };
  return (
    <>
      <CreateInvitation candidate={candidate} initial={orderForRole} />
      <OrderReport candidate={candidate} initial={order} />
      <Action
        operation="createOnboarding"
        label="Start onboarding"
        on={candidate}
        initial={{ ...orderForRole, candidateId: id }}
        hidden={['candidateId']}
        done="The onboarding has started."
      />
      <Action
        operation="updateCandidate"
        label="Edit"
        path={path}
        on={candidate}
        initial={editable(candidate)}
        done="The candidate is changed."
        onDone={() => forgetName('candidate', id)}
      />
      <Action
        operation="archiveCandidate"
        label="Archive"
        look="danger"
        path={path}
        on={candidate}
        confirm="archive"
        done="The candidate is archived."
      />
    </>
  );
}

/** What a change starts from. When they authorized checks is sent only if somebody enters it. */
function editable(candidate: Answer<'getCandidate'>) {
  const { firstName, lastName, email, externalId, phone } = candidate;
  const { dateOfBirth, ssnLast4, workState, metadata } = candidate;
  return {
    firstName,
    lastName,
    email,
    externalId,
    phone,
    dateOfBirth,
    ssnLast4,
    workState,
    metadata,
  };
}
