import type { ReactNode } from 'react';
import type { ListId } from '../api/operations.js';
import { Card } from '../ui/card.js';
import { ListRows, type ListRowsProps } from './list-rows.js';

/** The objects of a list that belong to the one of the page. */
export function RelatedList<Id extends ListId>({
  title,
  empty,
  actions,
  ...rows
}: Omit<ListRowsProps<Id>, 'label'> & {
  title: string;
  actions?: ReactNode;
}) {
  return (
    <Card title={title} actions={actions} flush>
      <ListRows
        {...rows}
        label={`${title}, table`}
        empty={<p className="px-4 pb-4 text-muted">{empty}</p>}
      />
    </Card>
  );
}
