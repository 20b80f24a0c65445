import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Cut, Text } from '../../ui/text.js';
import type { DocumentConfig } from '../verifications/verification.js';

const columns: Columns<DocumentConfig> = [
  {
    title: 'Name',
    cell: ({ slug, name }) => <RowLink to="/documents/$id" id={slug} text={<Cut>{name}</Cut>} />,
  },
  { title: 'Slug', from: 'sm', cell: ({ slug }) => <Text mono>{slug}</Text> },
  { title: 'Source', from: 'md', cell: ({ sourceSlug }) => sourceSlug ?? 'None' },
  { title: 'Made by', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  createdOfWide,
];

/** The configurations of documents: those of the catalog, and the account's own. */
export function DocumentsPage() {
  return (
    <ListPage
      title="Documents"
      lead="A document configuration says what a document asks for, and which issuing source is asked about it."
      actions={<Action operation="createDocumentConfig" look="primary" />}
      list="listDocumentConfigs"
      columns={columns}
      empty={<Empty title="There is no document configuration." />}
    />
  );
}
