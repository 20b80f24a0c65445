import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';

/** What is known of an import besides its rows. */
export function ImportFacts({ found }: { found: Answer<'getBulkImport'> }) {
  const { id, roleId, rowCount, createdAt, committedAt } = found;
  return (
    <Card title="Facts">
      <Facts
        rows={[
          [
            'Role',
            roleId === null ? 'Each row names its own' : <RoleLink key="role" id={roleId} />,
          ],
          ['Rows', rowCount],
          ['Created', <Time key="created" value={createdAt} />],
          ['Committed', committedAt && <Time key="committed" value={committedAt} />],
          [
            'ID',
            <Text key="id" mono>
              {id}
            </Text>,
          ],
        ]}
      />
    </Card>
  );
}

function RoleLink({ id }: { id: string }) {
  const { data } = useOperation('getRole', { path: { id } });
  return (
    <Link to="/roles/$id" params={{ id }} className="text-accent hover:underline">
      <Text>{data?.name ?? id}</Text>
    </Link>
  );
}
