import type { Due, DueObject, DueWork } from '@screening-webhooks/sandbox';
import { useEffect, useRef } from 'react';
import { useClockMove } from '../../clock/clock-move.js';
import { formatDay, formatTime } from '../../clock/local-time.js';
import { Countdown, Time } from '../../clock/time.js';
import { useClock, useFrozen, useNow } from '../../clock/use-clock.js';
import { IdLink } from '../../resource/references.js';
import { session } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Card, Empty } from '../../ui/card.js';
import { TextLink } from '../../ui/link-button.js';
import { Loading, Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { dueNouns, dueWords } from '../../words/due.js';
import { capitalized } from '../../words/words-of.js';

export function TimelinePage() {
  const due = useClock()?.due;
  return (
    <Page
      busy={!due}
      lead="All work that is due in the sandbox. A job may schedule more work when it runs."
    >
      {due ? <Timeline due={due} /> : <Loading />}
    </Page>
  );
}

function Timeline({ due }: { due: DueWork }) {
  const { data, byKind, total, complete } = due;
  const now = useNow();
  const frozen = useFrozen();
  const { move, pending } = useClockMove();
  const top = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    // The pressed button disappears with its work once the timeline is reloaded.
    if (!isPressed.current || pending || document.activeElement !== document.body) return;
    isPressed.current = false;
    top.current?.focus({ preventScroll: true });
  });
  const days = grouped(data, ({ at }) => (Date.parse(at) > now ? formatDay(at) : 'Due now'));
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label="What is due"
      className="flex min-w-0 flex-col gap-4 outline-none"
    >
      {total === 0 ? (
        <Empty title="Nothing is due.">
          <p>Attempts, answers of sources, notices and expiries appear here.</p>
          <TextLink to="/trigger" label="Trigger an event" />
        </Empty>
      ) : (
        <p>
          {complete ? '' : 'At least '}
          {dueWords(byKind)}.
        </p>
      )}
      {[...days].map(([day, dues]) => (
        <Card key={day} title={day} flush>
          <ul>
            {[...grouped(dues, ({ at }) => at)].map(([at, those]) => (
              <li
                key={at}
                className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line px-4 py-2"
              >
                <p className="w-44 shrink-0">
                  <Countdown to={at} />
                  <Time value={at} form="hour" className="block text-xs text-muted" />
                </p>
                <ul className="min-w-0 flex-1 basis-64">
                  {[...grouped(those, ({ kind, object }) => `${kind} ${object.id}`)].map(
                    ([key, same]) => (
                      <li key={key}>
                        {same.slice(0, 1).map((each) => (
                          <Work key={key} due={each} />
                        ))}
                        {same.length > 1 && ` (${same.length} times)`}
                      </li>
                    ),
                  )}
                </ul>
                {(frozen || Date.parse(at) > now) && (
                  <Button
                    pending={pending}
                    onClick={() => {
                      isPressed.current = true;
                      const target = Date.parse(at);
                      move({ command: target > now ? { to: at } : { settle: true }, target });
                    }}
                  >
                    {Date.parse(at) > now ? 'Move the clock to here' : 'Run due work'}
                    <span className="sr-only"> ({formatTime(at)})</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {total > data.length && (
        <p>
          And {complete ? '' : 'at least '}
          {total - data.length} more.
        </p>
      )}
    </section>
  );
}

const pages = {
  adverse_action: '/adverse-actions/$id',
  bulk_import: '/imports/$id',
  document_verification: '/verifications/$id',
  invitation: '/invitations/$id',
  report: '/reports/$id',
  tenant: '/tenants/$id',
  verification_session: '/sessions/$id',
  webhook_delivery: '/deliveries/$id',
  webhook_endpoint: '/endpoints/$id',
} as const satisfies Readonly<Record<DueObject, string>>;

function Work({ due: { kind, object, tenantId, host, attempt } }: { due: Due }) {
  const to = pages[object.type];
  const isOwn = tenantId === session.tenantId || (object.type === 'tenant' && session.partner);
  return (
    <>
      {capitalized(dueNouns[kind][0])}
      {attempt !== null && ` ${attempt}`}
      {host !== null && (
        <>
          {' · '}
          <Text>{host}</Text>
        </>
      )}
      {' · '}
      {isOwn ? <IdLink to={to} id={object.id} /> : <Text mono>{object.id}</Text>}
      {!isOwn && <span className="text-muted"> of another tenant</span>}
    </>
  );
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
