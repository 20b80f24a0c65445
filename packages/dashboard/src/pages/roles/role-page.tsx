import { useParams } from '@tanstack/react-router';
import { urlOf } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action, whyNot } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { forgetName } from '../../resource/names.js';
import { NameLink } from '../../resource/references.js';
import { buttonClass } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { OnboardingsOfRole } from './onboardings-of-role.js';
import { RequirementsCard } from './requirements-card.js';
import { RoleForm } from './role-form.js';

type Role = Answer<'getRole'>;

export function RolePage() {
  const { id } = useParams({ from: '/roles/$id' });
  const query = useOperation('getRole', { path: { id } });
  return <Detail query={query}>{(role) => <RoleDetail role={role} />}</Detail>;
}

function RoleDetail({ role }: { role: Role }) {
  const { id, name, slug, packageId, archived } = role;
  return (
    <Page
      title={name}
      lead={<Status value={archived ? 'archived' : 'available'} />}
      actions={
        <>
          <a href={urlOf('getRosterTemplate', { path: { id } })} download className={buttonClass()}>
            Roster template
          </a>
          <EditRole role={role} />
          <Action
            operation="archiveRole"
            label="Archive"
            look="danger"
            path={{ id }}
            on={role}
            confirm={slug}
            done="The role was archived."
          >
            Nobody can be invited or onboarded to it any more. What has begun goes on.
          </Action>
        </>
      }
    >
      <Card title="Facts">
        <Facts
          rows={{
            Package: packageId && <NameLink kind="package" id={packageId} />,
            Slug: <Text mono>{slug}</Text>,
            ID: <Text mono>{id}</Text>,
            Created: <Time value={role.createdAt} />,
            Changed: <Time value={role.updatedAt} />,
          }}
        />
      </Card>
      <RequirementsCard requirements={role.requirements} />
      <OnboardingsOfRole roleId={id} />
    </Page>
  );
}

function EditRole({ role }: { role: Role }) {
  return (
    <DialogButton label="Edit" title="Edit role" refusal={whyNot('changeRole', role)}>
      {(close) => (
        <RoleForm
          before={role}
          onCancel={close}
          onDone={() => {
            close();
            forgetName('role', role.id);
            notify('The role was saved.');
          }}
        />
      )}
    </DialogButton>
  );
}
