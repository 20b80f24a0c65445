import { ListPage } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { CreateKey } from './create-key.js';
import { keyColumns } from './key-columns.js';
import { RequestLog } from './request-log.js';

export function KeysPage() {
  return (
    <ListPage
      title="API keys"
      lead="Keys are for programs. This dashboard uses none of them."
      actions={<CreateKey />}
      list="listApiKeys"
      columns={keyColumns}
      empty={
        <Empty title="There is no key yet.">
          <p>Create one for your program to call the API with.</p>
          <CreateKey />
        </Empty>
      }
    >
      <RequestLog />
    </ListPage>
  );
}
