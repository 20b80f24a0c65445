import { Link } from '@tanstack/react-router';
import { ListPage } from '../../resource/list-page.js';
import { buttonClass } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { CreateInvitation } from './create-invitation.js';
import { invitationColumns } from './invitation-columns.js';

export function InvitationsPage() {
  return (
    <ListPage
      title="Invitations"
      lead="Each leads a candidate to the hosted intake of a role."
      actions={<CreateInvitation />}
      list="listInvitations"
      columns={invitationColumns}
      empty={
        <Empty title="Nobody was invited yet.">
          <Link to="/candidates" className={buttonClass('primary')}>
            Choose a candidate
          </Link>
        </Empty>
      }
    />
  );
}
