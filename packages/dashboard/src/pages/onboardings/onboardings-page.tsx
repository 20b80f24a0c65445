import type { Item } from '../../api/operations.js';
import { created } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink, useName } from '../../resource/references.js';
import type { Column, Columns } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Cut } from '../../ui/text.js';

type Onboarding = Item<'listOnboardings'>;

function OnboardingLink({ id, candidateId, roleId }: Onboarding) {
  const name = useName('candidate', candidateId);
  const label = `${name} as ${useName('role', roleId)}`;
  return <RowLink to="/onboardings/$id" id={id} text={<Cut>{name}</Cut>} label={label} />;
}

/** The columns of onboardings. @param own The columns after the candidate. */
export const onboardingColumns = (...own: readonly Column<Onboarding>[]): Columns<Onboarding> => [
  { title: 'Candidate', cell: (onboarding) => <OnboardingLink {...onboarding} /> },
  ...own,
  column('status'),
  {
    title: 'Satisfied',
    from: 'md',
    right: true,
    cell: ({ requirements }) =>
      `${requirements.filter(({ state }) => state === 'satisfied').length} of ${requirements.length}`,
  },
  column('workState', 'lg'),
  created,
];

const columns = onboardingColumns(column('roleId', 'sm'));

export function OnboardingsPage() {
  return (
    <ListPage
      lead="An onboarding is a candidate's checklist: the requirements of a role, and which of them are satisfied."
      list="listOnboardings"
      columns={columns}
      {...nobodyOnboarded}
    />
  );
}

export const nobodyOnboarded = {
  empty: 'No onboardings yet.',
  hint: (
    <p>
      Onboard one of the <TextLink to="/candidates" label="candidates" />, or upload a roster of
      many under <TextLink to="/imports" label="imports" />.
    </p>
  ),
};
