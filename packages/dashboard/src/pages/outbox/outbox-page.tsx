import { useQuery } from '@tanstack/react-query';
import type { OutboxMessage } from '../../api/controls.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Unread } from '../../resource/detail.js';
import { useFilters } from '../../resource/filter-bar.js';
import { readOutbox } from '../../resource/outbox.js';
import { session } from '../../session/session.js';
import { Card, Empty, Facts } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { ChoiceLink, TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';

const acting = session.actingTenant;

export function OutboxPage() {
  const query = useQuery({ queryKey: ['outbox'], queryFn: readOutbox });
  return (
    <Page
      title="Outbox"
      lead={`The emails that the service would send${acting ? ` for ${acting.name}` : ''}. None of them leaves this computer.`}
    >
      <Unread query={query} />
      {query.data && <Mail messages={query.data} />}
    </Page>
  );
}

function Mail({ messages }: { messages: readonly OutboxMessage[] }) {
  const { message: chosen } = useFilters();
  const shown = messages.find(({ id }) => id === chosen) ?? messages[0];
  if (!shown) {
    return (
      <Empty title="No emails yet.">
        <p>The service emails candidates when it invites them, and before an adverse decision.</p>
        <TextLink to="/candidates" label="Invite a candidate" />
      </Empty>
    );
  }
  // Messages are shown as text. Only links to this service are listed.
  const links = ownLinks(shown.text, location.origin);
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
      <Card key={shown.id} title="Message">
        <div className="flex flex-col gap-3">
          <Facts
            rows={{
              From: <TenantName id={shown.tenantId} />,
              To: <Text>{shown.to}</Text>,
              Subject: <Text>{shown.subject}</Text>,
              Time: <Time value={shown.createdAt} />,
              ID: <Text mono>{shown.id}</Text>,
              ...(links.length === 0 ? {} : { Links: <Links links={links} /> }),
            }}
          />
          <CodeBlock label="Text of the message" text={shown.text} />
        </div>
      </Card>
    </div>
  );
}

function Line({ message, isShown }: { message: OutboxMessage; isShown: boolean }) {
  const { id, tenantId, subject, to, createdAt } = message;
  return (
    <li className="border-b border-line last:border-0">
      <ChoiceLink
        to="/outbox"
        search={{ message: id }}
        isChosen={isShown}
        className={`flex flex-col px-4 py-2 ${isShown ? 'bg-accent-soft' : 'hover:bg-raised'}`}
      >
        <Text className="truncate font-medium">{subject}</Text>
        <span className="flex justify-between gap-3 text-xs text-muted">
          <span className="truncate">
            <Text>{to}</Text>
            {tenantId !== session.tenantId && (
              <>
                {' · '}
                <TenantName id={tenantId} />
              </>
            )}
          </span>
          <Time value={createdAt} />
        </span>
      </ChoiceLink>
    </li>
  );
}

function Links({ links }: { links: readonly string[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link}>
          <a href={link} target="_blank" rel="noreferrer" className="text-accent underline">
            <Text>{new URL(link).pathname.split('/')[1]}</Text> page (opens in a new tab)
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The name of a tenant. Its id until the name is loaded, and for accounts that are not partners. */
function TenantName({ id }: { id: string }) {
  const isOwn = id === session.tenantId;
  const tenant = useOperation(
    'getTenant',
    { path: { tenantId: id } },
    { enabled: session.partner && !isOwn },
  );
  return (
    <Text>
      {isOwn
        ? (session.actingTenant?.name ?? session.tenantName)
        : (tenant.data?.facilityName ?? id)}
    </Text>
  );
}

const ADDRESS = /https?:\/\/[^\s<>"']+/g;

/** The URLs of an origin in a text. Others stay text, because somebody else may have written them. */
export function ownLinks(text: string, origin: string): string[] {
  const found = [...text.matchAll(ADDRESS)].map(([address]) => address);
  return [...new Set(found)].filter(
    (address) => URL.canParse(address) && new URL(address).origin === origin,
  );
}
