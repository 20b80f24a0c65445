import { urlOf } from '../../api/call.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { forgetName, NameLink, ObjectId } from '../../resource/references.js';
import { buttonClass } from '../../ui/button.js';
import { Card, Empty, FactsCard } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import { NobodyOnboarded, onboardingColumns } from '../onboardings/onboardings-page.js';
import { type Requirement, roleFields } from './role-form.js';

const columns = onboardingColumns();

export const RolePage = detailOf('getRole', byId, function Shown({ found: role }) {
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
          <Action
            operation="changeRole"
            submit="Save role"
            path={{ id }}
            on={role}
            initial={role}
            fields={roleFields}
            onDone={() => forgetName('role', id)}
          />
          <Action operation="archiveRole" look="danger" path={{ id }} on={role} confirm={slug}>
            Nobody can be invited or onboarded to it any more. What has begun goes on.
          </Action>
        </>
      }
    >
      <FactsCard
        title="Facts"
        rows={{
          Package: packageId && <NameLink kind="package" id={packageId} />,
          Slug: <Text mono>{slug}</Text>,
          ID: <ObjectId id={id} />,
          Created: <Time value={role.createdAt} />,
          Changed: <Time value={role.updatedAt} />,
        }}
      />
      <RequirementsCard requirements={role.requirements} />
      <ListCard
        title="Onboardings"
        list="listOnboardings"
        label="Onboardings of the role"
        columns={columns}
        query={{ roleId: id }}
        empty={<NobodyOnboarded />}
      />
    </Page>
  );
});

/** What a role asks for. */
function RequirementsCard({ requirements }: { requirements: readonly Requirement[] }) {
  return (
    <Card title="Requirements" flush>
      {requirements.length === 0 ? (
        <Empty title="The role asks for nothing.">
          <p>Edit it to add checks and documents.</p>
        </Empty>
      ) : (
        <PlainTable
          label="Requirements of the role"
          columns={[
            { title: 'Name' },
            { title: 'Kind', from: 'sm' },
            { title: 'Required' },
            { title: 'Valid for', from: 'sm' },
            { title: 'States', from: 'md' },
          ]}
          rows={requirements.map(({ kind, slug, required, validForDays, states }, index) => ({
            key: `${index} ${slug}`,
            cells: [
              <NameLink key="name" kind={kind} id={slug} />,
              wordsOf(kind),
              required ? 'Yes' : 'No',
              validForDays === null ? 'Without end' : `${validForDays} days`,
              states?.join(', ') ?? 'All',
            ],
          }))}
        />
      )}
    </Card>
  );
}
