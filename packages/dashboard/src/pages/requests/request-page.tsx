import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer, Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ListCard } from '../../resource/list-page.js';
import { targetQuery } from '../../resource/objects.js';
import { factsOf } from '../../resource/property.js';
import { NameLink } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { JsonCard } from '../../ui/code-block.js';
import { CopyableId } from '../../ui/copy-button.js';
import type { Columns } from '../../ui/data-table.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { loggedProblem, omissions } from '../../words/logged-problems.js';
import { eventCells, eventTime } from '../events/event-columns.js';
import { Caller, HttpStatus } from './requests-page.js';

type LoggedRequest = Answer<'getApiRequest'>;

export const RequestPage = detailOf('getApiRequest', byId, function Shown({ found: request }) {
  const { id, method, path, status, durationMs, createdAt, objectId } = request;
  return (
    <Page
      title={`${method} ${path}`}
      tab={`${status} · ${method} ${path}`}
      lead={
        <>
          <HttpStatus status={status} /> <Time value={createdAt} />
        </>
      }
    >
      <FactsCard
        rows={{
          ...factsOf(request, 'operationId'),
          By: <Caller keyId={request.keyId} as={NameLink} />,
          Duration: `${durationMs} ms`,
          'Created or changed': objectId && <ObjectLink id={objectId} />,
          'Problem code': request.code && <Text mono>{request.code}</Text>,
          ID: <CopyableId id={id} label="Copy ID" />,
        }}
      />
      {status >= 400 && <Refusal request={request} />}
      {request.eventIds.length > 0 && (
        <ListCard
          title="Events"
          lead="The events that this request caused."
          actions={<TextLink to="/events" search={{ requestId: id }} label="All, with filters" />}
          list="listEvents"
          columns={columns}
          query={{ requestId: id }}
          empty="The events were deleted."
        />
      )}
    </Page>
  );
});

/** An object that a request created or changed. A deleted object has no page. */
function ObjectLink({ id }: { id: string }) {
  const { data } = useQuery(targetQuery(id));
  const name = <Text mono>{id}</Text>;
  return data ? (
    <Link {...data} className="text-accent hover:underline">
      {name}
    </Link>
  ) : (
    name
  );
}

function Refusal({
  request: { status, requestBody, requestBodyOmitted, problem },
}: {
  request: LoggedRequest;
}) {
  if (status >= 500) {
    return (
      <Card title="Problem">The service failed. The log keeps no body of a failed request.</Card>
    );
  }
  return (
    <>
      {problem && (
        <JsonCard title="Problem" lead={<Text>{loggedProblem(problem)}</Text>} value={problem} />
      )}
      {requestBody === null ? (
        <Card title="Request body">
          {requestBodyOmitted === null ? 'The request had no body.' : omissions[requestBodyOmitted]}
        </Card>
      ) : (
        <JsonCard title="Request body" value={JSON.parse(requestBody)} />
      )}
    </>
  );
}

const columns: Columns<Item<'listEvents'>> = [
  ...eventCells,
  {
    title: 'Deliveries',
    cell: ({ id }) => (
      <TextLink
        to="/deliveries"
        search={{ eventId: id }}
        aria-label={`Deliveries of ${id}`}
        label="Deliveries"
      />
    ),
  },
  eventTime,
];
