import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Facts } from '../../ui/facts.js';
import { Loading } from '../../ui/loading.js';
import { Text } from '../../ui/text.js';
import { HttpStatus } from './http-status.js';

/** What is known of a request to the API. */
export function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending } = useOperation('getApiRequest', { path: { id } });
  return (
    <Dialog title="Request" onClose={onClose}>
      {isPending && <Loading />}
      {error && <ErrorNote error={error} />}
      {data && (
        <Facts
          rows={{
            ID: <Text mono>{data.id}</Text>,
            Request: <Text mono>{`${data.method} ${data.path}`}</Text>,
            Operation: <Text mono>{data.operationId}</Text>,
            Status: <HttpStatus status={data.status} />,
            'Problem code': data.code && <Text mono>{data.code}</Text>,
            Duration: `${data.durationMs} ms`,
            Time: <Time value={data.createdAt} />,
            'API key': (
              <Link to="/keys/$id" params={{ id: data.keyId }} className="text-accent underline">
                <Text mono>{data.keyId}</Text>
              </Link>
            ),
          }}
        />
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
