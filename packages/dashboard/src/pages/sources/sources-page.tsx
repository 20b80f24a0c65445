import { type Availability, controls } from '../../api/controls.js';
import type { Item } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { ListPage } from '../../resource/list-page.js';
import { Choice } from '../../ui/choice.js';
import { type Columns, noTime } from '../../ui/data-table.js';
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

/** Sets whether an issuing source answers. Only in the sandbox. */
function SourceSwitch({ source }: { source: Item<'listVerificationSources'> }) {
  const { slug, name, availability } = source;
  const change = useChange((key, next: Availability) => controls.setSource(key, slug, next));
  return (
    <Choice
      label={<span className="sr-only">{`Availability of ${name}`}</span>}
      value={change.isPending ? change.variables : availability}
      options={Object.entries(meanings)}
      onChange={(next) => {
        if (!isAvailability(next)) return;
        change.mutate(next, {
          onSuccess: () => notify('Source changed for all verifications from now on.'),
          onError: ({ message }) => notify(message),
        });
      }}
    />
  );
}

function isAvailability(value: string): value is Availability {
  return Object.hasOwn(meanings, value);
}
