import { ListPage } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { LinkButton } from '../../ui/link-button.js';
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
          <LinkButton to="/candidates" look="primary" label="Choose a candidate" />
        </Empty>
      }
    />
  );
}
