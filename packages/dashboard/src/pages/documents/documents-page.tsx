import { createdOfWide } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { Cut } from '../../ui/text.js';
import type { DocumentConfig } from '../verifications/verification.js';

const columns: Columns<DocumentConfig> = [
  {
    title: 'Name',
    cell: ({ slug, name }) => <RowLink to="/documents/$id" id={slug} text={<Cut>{name}</Cut>} />,
  },
  column('slug', 'sm'),
  { title: 'Source', from: 'md', cell: ({ sourceSlug }) => sourceSlug ?? 'None' },
  column('custom'),
  createdOfWide,
];

export function DocumentsPage() {
  return (
    <ListPage
      lead="A document configuration defines the fields of a document and the issuing source that verifies it."
      create={<Action operation="createDocumentConfig" look="primary" opens="/documents/$id" />}
      list="listDocumentConfigs"
      columns={columns}
      empty="No document configurations."
    />
  );
}
