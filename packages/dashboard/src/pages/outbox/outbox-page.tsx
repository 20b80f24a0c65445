import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { controls, type OutboxMessage } from '../../api/controls.js';
import { Time } from '../../clock/time.js';
import { useFilters } from '../../resource/filter-bar.js';
import { Empty } from '../../ui/empty.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { Message } from './message.js';

export function OutboxPage() {
  const { data, error, isPending } = useQuery({ queryKey: ['outbox'], queryFn: controls.outbox });
  return (
    <Page
      title="Outbox"
      lead="The mail that the service would have sent. None of it leaves this computer."
    >
      {isPending && <Loading />}
      {error && <ErrorNote error={error} />}
      {data && <Mail messages={data.data} />}
    </Page>
  );
}

function Mail({ messages }: { messages: readonly OutboxMessage[] }) {
  const { message: chosen } = useFilters();
  const shown = messages.find(({ id }) => id === chosen) ?? messages[0];
  if (!shown) {
    return (
      <Empty title="No mail yet.">
        <p>The service writes to candidates: when it invites them, and before a decision.</p>
        <Link to="/candidates" className="text-accent underline">
          Invite a candidate
        </Link>
      </Empty>
    );
  }
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(16rem,24rem)_1fr]">
      <nav
        aria-label="Messages"
        className="max-h-[30dvh] min-w-0 overflow-y-auto rounded-lg border border-line bg-panel lg:max-h-[75dvh]"
      >
        <ul>
          {messages.map((message) => (
            <Line key={message.id} message={message} isShown={message === shown} />
          ))}
        </ul>
      </nav>
      <Message key={shown.id} message={shown} />
    </div>
  );
}

function Line({ message, isShown }: { message: OutboxMessage; isShown: boolean }) {
  const { id, subject, to, createdAt } = message;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="/outbox"
        search={{ message: id }}
        replace
        resetScroll={false}
        aria-current={isShown ? 'true' : undefined}
        className={`flex flex-col px-4 py-2 ${isShown ? 'bg-accent-soft' : 'hover:bg-raised'}`}
      >
        <span className="truncate font-medium">
          <Text>{subject}</Text>
        </span>
        <span className="flex justify-between gap-3 text-xs text-muted">
          <span className="truncate">
            <Text>{to}</Text>
          </span>
          <Time value={createdAt} />
        </span>
      </Link>
    </li>
  );
}
