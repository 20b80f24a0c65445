import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import { localTime } from '../../../kernel/calendar/local-time.js';
import { messagePage } from '../../../pages/message-page.js';
import { type Brand, renderPage } from '../../../pages/page.js';
import { resultSentence } from './result.js';
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

/** The documents of a session: what is to be done, and what was sent. */
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
          {resultSentence(document)}
          {document.phase === 'failed' && document.canEnter ? (
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

/** Of a session that is not shown. It tells nothing of its documents. */
export function sessionStatePage(
  c: Context,
  view: SessionView,
  access: Exclude<SessionAccess, 'shown'>,
): Page {
  const brand = brandOf(view);
  const ask = 'Ask those who have sent you here';
  switch (access) {
    case 'expired': {
      const end = localTime(view.session.expiresAt, view.tenant.timeZone);
      return messagePage(c, 410, brand, {
        title: 'This page has expired',
        text: `It was valid until ${end}. ${ask} for a new address.`,
      });
    }
    case 'canceled':
      return messagePage(c, 410, brand, {
        title: 'This request was canceled',
        text: `You need not send anything. ${ask}, if you think that this is a mistake.`,
      });
    case 'archived':
      return messagePage(c, 410, brand, {
        title: 'This page is no longer in use',
        text: `${ask} how to go on.`,
      });
    case 'closed':
      return messagePage(c, 403, brand, {
        title: 'This page is not available',
        text: `${ask} how to go on.`,
      });
  }
}
