import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { Countdown } from '../../clock/time.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { HostedLink } from '../../ui/hosted-link.js';

/** The link to the intake of a new invitation. */
export function InvitationReady({
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
        <Link to="/invitations/$id" params={{ id }} className={buttonClass()}>
          Show invitation
        </Link>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
