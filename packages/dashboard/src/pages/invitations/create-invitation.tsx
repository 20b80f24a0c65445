import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { InvitationReady } from './invitation-ready.js';

/** Invites a candidate, and then shows the link to the intake. */
export function CreateInvitation({
  candidate,
  initial,
}: {
  /** Who is invited. Without it, the form asks. */
  candidate?: { readonly id: string };
  initial?: object;
}) {
  const [invitation, setInvitation] = useState<Answer<'createInvitation'>>();
  return (
    <>
      <Action
        operation="createInvitation"
        label="Invite"
        look="primary"
        on={candidate}
        initial={{ ...initial, ...(candidate ? { candidateId: candidate.id } : {}) }}
        hidden={candidate ? ['candidateId'] : []}
        done="The candidate is invited."
        onDone={setInvitation}
      />
      {invitation && (
        <InvitationReady invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </>
  );
}
