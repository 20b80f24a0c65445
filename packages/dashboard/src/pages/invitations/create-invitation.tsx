import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { HostedLink } from '../../ui/hosted-link.js';
import { LinkButton } from '../../ui/link-button.js';

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
        look="primary"
        on={candidate}
        initial={{ ...initial, ...(candidate ? { candidateId: candidate.id } : {}) }}
        hidden={candidate ? ['candidateId'] : []}
        onDone={setInvitation}
      />
      {invitation && (
        <InvitationReady invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </>
  );
}

/** The link to the intake of a new invitation. */
function InvitationReady({
  invitation: { id, intakeUrl, expiresAt },
  onClose,
}: {
  invitation: Answer<'createInvitation'>;
  onClose: () => void;
}) {
  return (
    <Dialog title="The invitation is ready" onClose={onClose}>
      <p className="text-muted">
        Anyone who has this address can fill in the intake. It expires <Countdown to={expiresAt} />.
      </p>
      <HostedLink url={intakeUrl} open="Open as candidate" />
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to="/invitations/$id" params={{ id }} label="Show invitation" />
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
