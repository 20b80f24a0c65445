import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import { localTime } from '../../../kernel/calendar/local-time.js';
import { messagePage } from '../../../pages/message-page.js';
import type { Brand } from '../../../pages/page.js';
import { renderPage } from '../../../pages/render-page.js';
import { describeResult } from './result.js';
import {
  isAllSent,
  type SessionAccess,
  type SessionDocument,
  type SessionView,
  wasSent,
} from './session-view.js';

type Page = Response | Promise<Response>;

export function brandOf({ tenant }: SessionView): Brand {
  return { name: tenant.name, color: tenant.brandColor };
}

/** The page of all documents of a session: those to do, and those that were sent. */
export function overviewPage(c: Context, view: SessionView, address: string): Page {
  const open = view.documents.filter((document) => !wasSent(document));
  const sent = view.documents.filter(wasSent);
  const title = isAllSent(view) ? 'Thank you' : 'Your documents';
  const content = (
    <>
      <h1>{title}</h1>
      <Intro view={view} />
      {open.length === 0 ? null : (
        <section>
          <h2>{view.asksForAll ? 'To do' : 'Choose a document'}</h2>
          <ul>
            {open.map(({ config, draft }) => (
              <li>
                <a href={`${address}/${config.slug}/enter`}>
                  <bdi>{config.name}</bdi>
                </a>
                {draft ? ' (begun)' : ''}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sent.length === 0 ? null : (
        <section>
          <h2>Done</h2>
          <Sent documents={sent} address={address} />
        </section>
      )}
    </>
  );
  return renderPage(c, 200, { title, brand: brandOf(view), content });
}

const Intro: FC<{ readonly view: SessionView }> = ({ view }) => {
  const { tenant, session, asksForAll } = view;
  const end = localTime(session.expiresAt, tenant.timeZone);
  if (isAllSent(view)) return <p>You have sent all documents that we have asked you for.</p>;
  return (
    <p>
      {asksForAll ? (
        <>
          <bdi>{tenant.name}</bdi> asks you for documents.
        </>
      ) : (
        <>
          Here you send documents to <bdi>{tenant.name}</bdi>.
        </>
      )}{' '}
      You can stop and go on later, until {end}: what you have saved is kept.
    </p>
  );
};

interface SentProps {
  readonly documents: readonly SessionDocument[];
  readonly address: string;
}

const Sent: FC<SentProps> = ({ documents, address }) => (
  <dl>
    {documents.map((document) => (
      <>
        <dt>
          <a href={`${address}/${document.config.slug}`}>
            <bdi>{document.config.name}</bdi>
          </a>
        </dt>
        <dd>
          {describeResult(document).sentence}
          {document.status === 'FAILED' && document.canEnter ? (
            <>
              {' '}
              <a href={`${address}/${document.config.slug}/enter`}>
                Correct it<span class="hidden">: {document.config.name}</span>
              </a>
            </>
          ) : null}
        </dd>
      </>
    ))}
  </dl>
);

const ASK = 'Ask those who have sent you here';

const refusals = {
  expired: {
    status: 410,
    title: 'This page has expired',
    text: (end: string) => `It was valid until ${end}. ${ASK} for a new address.`,
  },
  canceled: {
    status: 410,
    title: 'This request was canceled',
    text: () => `You need not send anything. ${ASK}, if you think that this is a mistake.`,
  },
  archived: {
    status: 410,
    title: 'This page is no longer in use',
    text: () => `${ASK} how to go on.`,
  },
  closed: { status: 403, title: 'This page is not available', text: () => `${ASK} how to go on.` },
} as const;

/** The page of a session that is not shown. It tells nothing of its documents. */
export function sessionStatePage(
  c: Context,
  view: SessionView,
  access: Exclude<SessionAccess, 'shown'>,
): Page {
  const { status, title, text } = refusals[access];
  const end = localTime(view.session.expiresAt, view.tenant.timeZone);
  return messagePage(c, status, brandOf(view), { title, text: text(end) });
}
