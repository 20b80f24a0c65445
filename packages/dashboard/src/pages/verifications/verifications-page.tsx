import { type Availability, controls } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { ListPage } from '../../resource/list-page.js';
import { ListRows } from '../../resource/list-rows.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { fieldClass } from '../../ui/input.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { ConfigsCard } from './configs-card.js';
import { SessionsCard } from './sessions-card.js';
import { verificationColumns } from './verification-columns.js';
import { VerifyDocument } from './verify-document.js';

const meanings: Readonly<Record<Availability, string>> = {
  available: 'Answers at once',
  degraded: 'Answers late',
  down: 'Does not answer',
};

/** Sets whether an issuing source answers. Only the sandbox can. */
function SourceSwitch({ source }: { source: Item<'listVerificationSources'> }) {
  const { slug, name, availability } = source;
  const change = useChange((key, next: Availability) => controls.setSource(key, slug, next));
  return (
    <select
      aria-label={`Availability of ${name}`}
      className={fieldClass}
      value={change.isPending ? change.variables : availability}
      disabled={change.isPending}
      onChange={({ target }) => {
        if (!isAvailability(target.value)) return;
        change.mutate(target.value, {
          onSuccess: () => notify('The source is changed, for all verifications from now on.'),
          onError: ({ message }) => notify(message),
        });
      }}
    >
      {Object.entries(meanings).map(([each, meaning]) => (
        <option key={each} value={each}>
          {meaning}
        </option>
      ))}
    </select>
  );
}

function isAvailability(value: string): value is Availability {
  return Object.hasOwn(meanings, value);
}

const columns: readonly Column<Item<'listVerificationSources'>>[] = [
  {
    title: 'Source',
    cell: ({ name }) => (
      <span className="block max-w-28 truncate sm:max-w-none" title={name}>
        <Text>{name}</Text>
      </span>
    ),
  },
  {
    title: 'Availability',
    from: 'sm',
    cell: ({ availability }) => <Status value={availability} />,
  },
  { title: 'Change', cell: (source) => <SourceSwitch source={source} /> },
];

/** The issuing sources that confirm documents. */
function SourcesCard() {
  return (
    <Card title="Issuing sources" flush>
      <p className="px-4 pb-2 text-muted">
        The service asks them about documents. Make one slow or take it down to see what your
        program does then.
      </p>
      <ListRows
        list="listVerificationSources"
        label="Issuing sources, table"
        columns={columns}
        empty={<Empty title="There is no issuing source." />}
      />
    </Card>
  );
}

export function VerificationsPage() {
  return (
    <ListPage
      title="Verifications"
      lead="Documents that an issuing source is asked about. The end of each one is an event."
      actions={<VerifyDocument />}
      list="listDocumentVerifications"
      columns={verificationColumns}
      empty={
        <Empty title="No document was verified yet.">
          <p>Verify one to see how its events reach your endpoint.</p>
          <VerifyDocument />
        </Empty>
      }
    >
      <SessionsCard />
      <ConfigsCard />
      <SourcesCard />
    </ListPage>
  );
}
