import { useOperation } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/format-duration.js';
import { wordsOf } from '../../resource/words-of.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Money } from '../../ui/money.js';
import { PlainTable } from '../../ui/plain-table.js';

/** The checks that a package may have. */
export function CheckTypesCard() {
  const checkTypes = useOperation('listCheckTypes');
  return (
    <Card title="Check types" flush>
      {checkTypes.isError && (
        <div className="px-4 pb-4">
          <ErrorNote error={checkTypes.error} />
        </div>
      )}
      {checkTypes.isPending && <Loading />}
      {checkTypes.data && (
        <PlainTable
          label="Check types and their list prices"
          columns={[
            { title: 'Name' },
            { title: 'Category', from: 'sm' },
            { title: 'List price', right: true },
            { title: 'Takes about', right: true, from: 'sm' },
          ]}
          rows={checkTypes.data.data.map((each) => ({
            key: each.slug,
            cells: [
              <span key="name">
                {each.name}
                <span className="block font-mono text-xs text-muted">{each.slug}</span>
              </span>,
              wordsOf(each.category),
              <Money key="price" cents={each.listPriceCents} currency={each.currency} />,
              <span key="time" className="whitespace-nowrap">
                {formatDuration(each.typicalDurationSeconds * 1000)}
              </span>,
            ],
          }))}
        />
      )}
    </Card>
  );
}
