import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { NameLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';

/** What is known of an import besides its rows. */
export function ImportFacts({ found }: { found: Answer<'getBulkImport'> }) {
  const { id, roleId, rowCount, createdAt, committedAt } = found;
  return (
    <Card title="Facts">
      <Facts
        rows={{
          Role: roleId === null ? 'Each row names its own' : <NameLink kind="role" id={roleId} />,
          Rows: rowCount,
          Created: <Time value={createdAt} />,
          Committed: <Time value={committedAt} />,
          ID: <Text mono>{id}</Text>,
        }}
      />
    </Card>
  );
}
