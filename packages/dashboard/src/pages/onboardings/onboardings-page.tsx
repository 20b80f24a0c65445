import type { Item } from '../../api/operations.js';
import { created } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { NameLink, RowLink, useName } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Column, Columns } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';
import { Cut } from '../../ui/text.js';

type Onboarding = Item<'listOnboardings'>;

function OnboardingLink({ id, candidateId, roleId }: Onboarding) {
  const name = useName('candidate', candidateId);
  const label = `${name} as ${useName('role', roleId)}`;
  return <RowLink to="/onboardings/$id" id={id} text={<Cut>{name}</Cut>} label={label} />;
}

/** The columns of onboardings. @param own Those beside the candidate. */
export const onboardingColumns = (...own: readonly Column<Onboarding>[]): Columns<Onboarding> => [
  { title: 'Candidate', cell: (onboarding) => <OnboardingLink {...onboarding} /> },
  ...own,
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    title: 'Satisfied',
    from: 'md',
    right: true,
    cell: ({ requirements }) =>
      `${requirements.filter(({ state }) => state === 'satisfied').length} of ${requirements.length}`,
  },
  { title: 'Work state', from: 'lg', cell: ({ workState }) => workState },
  created,
];

const columns = onboardingColumns({
  title: 'Role',
  from: 'sm',
  cell: ({ roleId }) => <NameLink kind="role" id={roleId} />,
});

/** How far candidates are with what a role asks for. */
export function OnboardingsPage() {
  return (
    <ListPage
      title="Onboardings"
      lead="An onboarding is a candidate's checklist: what their role asks for, and what of it is satisfied."
      list="listOnboardings"
      columns={columns}
      empty={<NobodyOnboarded />}
    />
  );
}

/** The place of a list of onboardings that has none. */
export function NobodyOnboarded() {
  return (
    <Empty title="Nobody is onboarded yet.">
      <p>
        Onboard one of the <TextLink to="/candidates" label="candidates" />, or upload a roster of
        many under <TextLink to="/imports" label="imports" />.
      </p>
    </Empty>
  );
}
