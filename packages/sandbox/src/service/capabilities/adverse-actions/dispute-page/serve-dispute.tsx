import { type Context, Hono } from 'hono';
import { Problem } from '../../../http/problem.js';
import type { HostedDependencies } from '../../../pages/hosted-links.js';
import { invalidAddressPage } from '../../../pages/message-page.js';
import { renderPage } from '../../../pages/page.js';
import { type RefusedForm, readForm } from '../../../pages/read-form.js';
import { answerVisit, refuseCrossSite, seeOther } from '../../../pages/visit.js';
import { DisputeForm } from './dispute-form.js';
import { DisputeStatus, statusTitle } from './dispute-status.js';
import { type DisputeView, disputeView, fileDispute } from './dispute-view.js';

interface Visit {
  readonly c: Context;
  readonly address: string;
  readonly view: DisputeView;
}

/**
 * The page on which a candidate disputes the report that an adverse action is based on. Its address is the only proof of
 * identity that it asks for.
 */
export function serveDispute(dependencies: HostedDependencies): Hono {
  const { sql, pages } = dependencies;
  const app = new Hono();
  app.all('/dispute/*', async (c) => {
    const address = new URL(c.req.url).pathname;
    const id = pages.idOf('dispute', address.slice('/dispute/'.length));
    const view = id === undefined ? undefined : await disputeView(sql, id);
    if (!view) return invalidAddressPage(c);
    const visit = { c, address, view };
    return answerVisit(c, view.brand, {
      show: () => show(visit, 200),
      save: () => save(visit, dependencies),
    });
  });
  return app;
}

async function save(visit: Visit, dependencies: HostedDependencies): Promise<Response> {
  const { c, address, view } = visit;
  const { sql, runCommand, origin } = dependencies;
  refuseCrossSite(c.req.raw, origin);
  const form = await readForm(c.req.raw);
  if (view.action.phase !== 'pre-notice') return show(visit, 409);
  try {
    const errors = await fileDispute(runCommand, view, form);
    if (errors.length > 0) return show(visit, 422, { form, errors });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error;
    // The action has changed since, so the page shows its current state.
    return show({ ...visit, view: (await disputeView(sql, view.action.id)) ?? view }, 409);
  }
  // A redirect, so that a reload does not send the form again.
  return seeOther(c, address);
}

async function show(
  { c, address, view }: Visit,
  status: 200 | 409 | 422,
  refused?: RefusedForm,
): Promise<Response> {
  const { brand, isInactive } = view;
  const { phase } = view.action;
  const title = statusTitle[phase];
  const content = (
    <>
      <h1>{title}</h1>
      {isInactive && (
        <p class="hint">
          The account of <bdi>{brand.name}</bdi> is not active. The agency still accepts your
          dispute.
        </p>
      )}
      {phase === 'pre-notice' ? (
        <DisputeForm
          view={view}
          address={address}
          form={refused?.form}
          errors={refused?.errors ?? []}
        />
      ) : (
        <DisputeStatus view={view} />
      )}
    </>
  );
  return renderPage(c, status, { title: refused ? `Error: ${title}` : title, brand, content });
}
