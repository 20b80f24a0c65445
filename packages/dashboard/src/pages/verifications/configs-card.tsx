import { Action } from '../../resource/action.js';
import { ListRows } from '../../resource/list-rows.js';
import { forgetName } from '../../resource/names.js';
import { Card } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Text } from '../../ui/text.js';
import { changeable } from './changeable.js';
import type { DocumentConfig } from './entered-document.js';

const columns: readonly Column<DocumentConfig>[] = [
  {
    title: 'Name',
    cell: ({ name }) => (
      <span className="block max-w-36 truncate sm:max-w-none" title={name}>
        <Text>{name}</Text>
      </span>
    ),
  },
  { title: 'Slug', from: 'sm', cell: ({ slug }) => <Text mono>{slug}</Text> },
  { title: 'Source', from: 'md', cell: ({ sourceSlug }) => sourceSlug ?? 'None' },
  { title: 'Made by', from: 'sm', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  { title: 'Change', cell: (config) => <ChangeConfig config={config} /> },
];

/** The kinds of documents, and what each asks for. */
export function ConfigsCard() {
  return (
    <Card
      title="Document configurations"
      flush
      actions={<Action operation="createDocumentConfig" />}
    >
      <p className="px-4 pb-2 text-muted">
        What a document asks for, and who is asked about it. Those of the catalog stay as they are.
      </p>
      <ListRows
        list="listDocumentConfigs"
        label="Document configurations, table"
        columns={columns}
        empty={<Empty title="There is no document configuration." />}
      />
    </Card>
  );
}

function ChangeConfig({ config }: { config: DocumentConfig }) {
  const { slug } = config;
  return (
    <Action
      operation="changeDocumentConfig"
      path={{ slug }}
      on={config}
      initial={changeable(config)}
      onDone={() => forgetName('document', slug)}
    />
  );
}
