import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import { localTime } from '../../../kernel/calendar/days.js';
import { messagePage } from '../../../pages/message-page.js';
import { renderPage } from '../../../pages/page.js';
import { brandOf } from '../../tenants/index.js';
import {
  isAllSent,
  type SessionAccess,
  type SessionDocument,
  type SessionView,
  wasSent,
} from './session.js';

export type Page = Response | Promise<Response>;

/** The title of the page of a document, and a sentence for its holder. */
const results: Readonly<Record<SessionDocument['status'], readonly [string, string]>> = {
  PENDING: ['You have not submitted your document', 'It is waiting for you.'],
  PROCESSING: [
    'We are checking your document',
    'We received it and are asking its issuer whether it is valid.',
  ],
  VERIFIED: ['Your document is confirmed', 'Its issuer confirmed that it is valid.'],
  RECORDED: ['We received your document', 'It is on record. No one else has to confirm it.'],
  FAILED: ['We could not confirm your document', 'We could not confirm it.'],
  CANCELED: ['Your document is no longer needed', 'The request for it was canceled.'],
};

/** The result of a document, as its holder understands it. */
export function describeResult({ status, verification }: SessionDocument) {
  const [title, sentence] = results[status];
  return { title, sentence: `${sentence} ${verification?.errorMessage ?? ''}`.trim() };
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
                {draft ? ' (started)' : ''}
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
  return renderPage(c, 200, { title, brand: brandOf(view.tenant), content });
}

const Intro: FC<{ readonly view: SessionView }> = ({ view }) => {
  const { tenant, session, asksForAll } = view;
  const end = localTime(session.expiresAt, tenant.timeZone);
  const name = <bdi>{tenant.name}</bdi>;
  if (isAllSent(view)) return <p>You submitted all the documents that we asked for.</p>;
  return (
    <p>
      {asksForAll ? <>{name} asks you for documents.</> : <>Submit documents to {name} here.</>} You
      can stop at any time and continue until {end}: what you have saved is kept.
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

/** The page of a session that is not shown. It shows nothing about the documents. */
export function sessionStatePage(
  c: Context,
  view: SessionView,
  access: Exclude<SessionAccess, 'shown'>,
): Page {
  const end = localTime(view.session.expiresAt, view.tenant.timeZone);
  const sender = 'the organization that sent you here';
  const contact = `Contact ${sender}.`;
  const messages = {
    expired: ['This page has expired', `It expired on ${end}. Ask ${sender} for a new link.`],
    canceled: [
      'This request was canceled',
      `You do not need to submit anything. If you think that this is a mistake, contact ${sender}.`,
    ],
    archived: ['This page is no longer in use', contact],
    closed: ['This page is not available', contact],
  } as const;
  const [title, text] = messages[access];
  return messagePage(c, access === 'closed' ? 403 : 410, brandOf(view.tenant), { title, text });
}
