import { type Context, Hono } from 'hono';
import { Problem } from '../../../http/problem.js';
import { readClock } from '../../../kernel/clock.js';
import type { HostedDependencies } from '../../../pages/hosted-links.js';
import { invalidAddressPage } from '../../../pages/message-page.js';
import { readForm, type SentForm } from '../../../pages/read-form.js';
import { answerVisit, refuseCrossSite, seeOther } from '../../../pages/visit.js';
import { brandOf } from '../../tenants/index.js';
import { selectSession } from '../records.js';
import { formPage, resultPage, reviewPage } from './document-pages.js';
import { readyToSend, saveDraft, submitDraft } from './draft.js';
import {
  accessTo,
  changeSession,
  readSessionView,
  type SessionDocument,
  type SessionView,
} from './session.js';
import { overviewPage, sessionStatePage } from './session-pages.js';

interface Visit {
  readonly c: Context;
  /** The id of the session. */
  readonly id: string;
  /** The address of the first page. The addresses of the others begin with it. */
  readonly address: string;
  /** The slug of the document. Empty for the first page. */
  readonly slug: string;
  /** The rest of the path, after the slug. */
  readonly path: string;
}

/**
 * The pages on which a person submits the documents of a verification session. Their address is the only proof of identity that
 * they ask for.
 */
export function serveSession(dependencies: HostedDependencies): Hono {
  const { sql, pages } = dependencies;
  const app = new Hono();
  app.all('/verify/*', async (c) => {
    const [, , token = '', slug = '', ...rest] = new URL(c.req.url).pathname.split('/');
    const id = pages.idOf('verify', token);
    const [session] = id === undefined ? [] : await selectSession(sql, id);
    if (!session) return invalidAddressPage(c);
    const { now } = await readClock(sql);
    const view = await readSessionView(sql, session, now);
    const visit = { c, id: session.id, address: `/verify/${token}`, slug, path: rest.join('/') };
    return answerVisit(c, brandOf(view.tenant), {
      show: async () => show(visit, view),
      save: () => save(visit, view, dependencies),
    });
  });
  return app;
}

function show(visit: Visit, view: SessionView): Response | Promise<Response> {
  const { c, address, slug, path } = visit;
  const access = accessTo(view);
  if (access !== 'shown') return sessionStatePage(c, view, access);
  if (slug === '' && path === '') return overviewPage(c, view, address);
  const document = findDocument(visit, view);
  const here = `${address}/${slug}`;
  const shown = { c, view, document, address };
  if (path === '') {
    return document.status === 'PENDING' ? seeOther(c, `${here}/enter`) : resultPage(shown);
  }
  if (!document.canEnter) return seeOther(c, here);
  if (path === 'enter') return formPage(shown);
  const ready = readyToSend(document);
  return ready ? reviewPage(shown, ready) : seeOther(c, here);
}

async function save(
  visit: Visit,
  before: SessionView,
  dependencies: HostedDependencies,
): Promise<Response> {
  const { c, path } = visit;
  refuseCrossSite(c.req.raw, dependencies.origin);
  const access = accessTo(before);
  if (access !== 'shown') return sessionStatePage(c, before, access);
  findDocument(visit, before);
  const form = await readForm(c.req.raw);
  if (path === 'enter') return enter(visit, form, dependencies);
  if (path === 'review') return send(visit, form, dependencies);
  throw new Problem('resource_not_found', 'There is no such form.');
}

async function enter(
  { c, id, address, slug }: Visit,
  form: SentForm,
  { runCommand }: HostedDependencies,
): Promise<Response> {
  const saved = await changeSession(runCommand, id, slug, async (command) => ({
    shown: { c, address, view: command.view, document: command.document },
    errors: await saveDraft(command, form),
  }));
  if (saved && saved.errors.length > 0) {
    return formPage(saved.shown, { form, errors: saved.errors });
  }
  // If the draft could not be saved, this page shows why.
  return seeOther(c, `${address}/${slug}/review`);
}

async function send(
  { c, id, address, slug }: Visit,
  form: SentForm,
  { runCommand }: HostedDependencies,
): Promise<Response> {
  const here = `${address}/${slug}`;
  const isSent = await changeSession(runCommand, id, slug, (command) =>
    submitDraft(command, form.text('stamp')),
  );
  // A document that has changed meanwhile is shown before it is sent.
  return seeOther(c, isSent === false ? `${here}/review` : here);
}

function findDocument({ slug, path }: Visit, view: SessionView): SessionDocument {
  const document = view.documents.find(({ config }) => config.slug === slug);
  if (document && ['', 'enter', 'review'].includes(path)) return document;
  throw new Problem('resource_not_found', 'There is no such page.');
}
