import { type Availability, controls } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { ListPage } from '../../resource/list-page.js';
import { type Columns, noTime } from '../../ui/data-table.js';
import { fieldClass } from '../../ui/input.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';

const meanings: Readonly<Record<Availability, string>> = {
  available: 'Answers immediately',
  degraded: 'Answers late',
  down: 'Does not answer',
};

const columns: Columns<Item<'listVerificationSources'>> = [
  {
    title: 'Source',
    cell: ({ name }) => <Text className="block min-w-24 whitespace-normal">{name}</Text>,
  },
  {
    title: 'Availability',
    from: 'sm',
    cell: ({ availability }) => <Status value={availability} />,
  },
  { title: 'Change', cell: (source) => <SourceSwitch source={source} /> },
  noTime,
];

export function SourcesPage() {
  return (
    <ListPage
      lead="Issuing sources verify documents. Slow one down or take it offline to test your program."
      list="listVerificationSources"
      columns={columns}
      empty="No issuing sources."
    />
  );
}

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
          onSuccess: () => notify('Source changed for all verifications from now on.'),
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
