import { List } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { Page } from '../../ui/page.js';
import { CreateKey } from './create-key.js';
import { keyColumns } from './key-columns.js';
import { RequestLog } from './request-log.js';

export function KeysPage() {
  return (
    <Page
      title="API keys"
      lead="Keys are for programs. This dashboard uses none of them."
      actions={<CreateKey />}
    >
      <List
        list="listApiKeys"
        label="API keys"
        columns={keyColumns}
        empty={
          <Empty title="There is no key yet.">
            <p>Create one for your program to call the API with.</p>
            <CreateKey />
          </Empty>
        }
      />
      <RequestLog />
    </Page>
  );
}
