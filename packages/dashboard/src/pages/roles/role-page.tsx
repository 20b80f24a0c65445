import { urlOf } from '../../api/call.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { NameLink } from '../../resource/references.js';
import { buttonClass } from '../../ui/button.js';
import { Card, Empty } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { wordsOf } from '../../words/words-of.js';
import { nobodyOnboarded, onboardingColumns } from '../onboardings/onboardings-page.js';
import { type Requirement, roleFields } from './role-form.js';

const columns = onboardingColumns();

export const RolePage = detailOf('getRole', byId, function Shown({ found: role }) {
  const { id, name, slug, archived } = role;
  return (
    <Page
      title={name}
      lead={<Status value={archived ? 'archived' : 'available'} />}
      actions={
        <>
          <a href={urlOf('getRosterTemplate', { path: { id } })} download className={buttonClass()}>
            Roster template
          </a>
          <Action operation="changeRole" on={role} initial={role} fields={roleFields} />
          <Action operation="archiveRole" look="danger" on={role} confirm={slug}>
            No one else can be invited or onboarded to it. Work in progress continues.
          </Action>
        </>
      }
    >
      <ObjectFacts of={role} rows={factsOf(role, 'packageId', 'slug')} />
      <RequirementsCard requirements={role.requirements} />
      <ListCard
        title="Onboardings"
        list="listOnboardings"
        label="Onboardings of the role"
        columns={columns}
        query={{ roleId: id }}
        {...nobodyOnboarded}
      />
    </Page>
  );
});

function RequirementsCard({ requirements }: { requirements: readonly Requirement[] }) {
  return (
    <Card title="Requirements" flush>
      {requirements.length === 0 ? (
        <Empty title="No requirements.">
          <p>Edit the role to add checks and documents.</p>
        </Empty>
      ) : (
        <PlainTable
          label="Requirements of the role"
          rows={requirements}
          rowId={(_requirement, index) => String(index)}
          columns={[
            { title: 'Name', cell: ({ kind, slug }) => <NameLink kind={kind} id={slug} /> },
            { title: 'Kind', from: 'sm', cell: ({ kind }) => wordsOf(kind) },
            { title: 'Required', cell: ({ required }) => (required ? 'Yes' : 'No') },
            {
              title: 'Valid for',
              from: 'sm',
              cell: ({ validForDays: days }) => (days === null ? 'No expiry' : `${days} days`),
            },
            { title: 'States', from: 'md', cell: ({ states }) => states?.join(', ') ?? 'All' },
          ]}
        />
      )}
    </Card>
  );
}
