import { type Context, Hono } from 'hono';
import { Problem } from '../../../http/problem.js';
import { readClock } from '../../../kernel/clock.js';
import type { HostedDependencies } from '../../../pages/hosted-links.js';
import { invalidAddressPage } from '../../../pages/message-page.js';
import { readForm } from '../../../pages/read-form.js';
import { answerVisit, refuseCrossSite, seeOther } from '../../../pages/visit.js';
import { brandOf } from '../../tenants/index.js';
import { accessTo, changeIntake, type Intake, loadIntake } from './intake.js';
import { statePage, stepPage, welcomePage } from './pages.js';
import { firstOpen, listSteps } from './steps.js';

interface Visit {
  readonly c: Context;
  /** The id of the invitation. */
  readonly id: string;
  /** The address of the first page. The addresses of the others begin with it. */
  readonly address: string;
  /** The path of the page after that address. */
  readonly path: string;
}

const DONE = 'done';

/**
 * The pages on which a candidate answers an invitation. Their address is the only proof of identity that they ask for.
 */
export function serveIntake(dependencies: HostedDependencies): Hono {
  const { sql, pages } = dependencies;
  const app = new Hono();
  app.all('/intake/*', async (c) => {
    const [, , token = '', ...rest] = new URL(c.req.url).pathname.split('/');
    const id = pages.idOf('intake', token);
    const intake = id === undefined ? undefined : await loadIntake(sql, id);
    if (id === undefined || !intake) return invalidAddressPage(c);
    const visit = { c, id, address: `/intake/${token}`, path: rest.join('/') };
    return answerVisit(c, brandOf(intake.tenant), {
      show: async () => show(visit, await visited(visit, intake, dependencies), dependencies),
      save: () => save(visit, intake, dependencies),
    });
  });
  return app;
}

/** The intake after a visit. The first visit opens it, except for a HEAD request or a prefetch, such as by a link scanner. */
async function visited(
  { c, id }: Visit,
  intake: Intake,
  { runCommand }: HostedDependencies,
): Promise<Intake> {
  const looksAhead = c.req.method === 'HEAD' || c.req.header('sec-purpose')?.includes('prefetch');
  if (looksAhead || intake.invitation.status !== 'pending') return intake;
  const opened = await changeIntake(runCommand, id, async (command) => command.intake);
  return opened ?? intake;
}

async function show(
  { c, address, path }: Visit,
  intake: Intake,
  { sql }: HostedDependencies,
): Promise<Response> {
  const { now } = await readClock(sql);
  const access = accessTo(intake, now);
  if (access !== 'open') return statePage(c, intake, access);
  const steps = listSteps(intake, address);
  if (path === '') return welcomePage(c, intake, steps, address);
  const next = firstOpen(steps);
  const step = steps.find((one) => one.path === path);
  if (!step && path !== DONE) throw new Problem('resource_not_found', 'There is no such page.');
  if (!step || steps.indexOf(step) > steps.indexOf(next)) {
    return seeOther(c, `${address}/${next.path}`);
  }
  return stepPage(c, intake, steps, step, address, { form: undefined, errors: [] });
}

async function save(
  { c, id, address, path }: Visit,
  before: Intake,
  { sql, runCommand, origin }: HostedDependencies,
): Promise<Response> {
  refuseCrossSite(c.req.raw, origin);
  const { now } = await readClock(sql);
  const access = accessTo(before, now);
  // The last form was sent twice.
  if (access === 'completed') return seeOther(c, `${address}/${DONE}`);
  if (access !== 'open') return statePage(c, before, access);
  if (!listSteps(before, address).some((step) => step.path === path)) {
    throw new Problem('resource_not_found', 'There is no such page.');
  }
  const form = await readForm(c.req.raw);
  const saved = await changeIntake(runCommand, id, async (command) => {
    const { intake } = command;
    const steps = listSteps(intake, address);
    const step = steps.find((one) => one.path === path);
    if (!step || steps.indexOf(step) > steps.indexOf(firstOpen(steps))) return undefined;
    return { intake, steps, step, errors: await step.save(command, form) };
  });
  if (saved && saved.errors.length > 0) {
    const { intake, steps, step, errors } = saved;
    return stepPage(c, intake, steps, step, address, { form, errors });
  }
  const intake = await loadIntake(sql, id);
  if (!intake) return invalidAddressPage(c);
  const isOpen = accessTo(intake, now) === 'open';
  const next = isOpen ? firstOpen(listSteps(intake, address)).path : DONE;
  return seeOther(c, `${address}/${next}`);
}
