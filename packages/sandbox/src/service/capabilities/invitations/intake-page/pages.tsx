import type { Context } from 'hono';
import type { Child, FC } from 'hono/jsx';
import { writtenDay } from '../../../kernel/calendar/days.js';
import { messagePage } from '../../../pages/message-page.js';
import { renderPage } from '../../../pages/page.js';
import { brandOf } from '../../tenants/index.js';
import type { Access, Entered, Intake, Step } from './intake.js';
import { firstOpen } from './steps.js';

type Page = Response | Promise<Response>;

/** The first page: who invites the candidate, what is asked, and until when. */
export function welcomePage(
  c: Context,
  intake: Intake,
  steps: readonly Step[],
  address: string,
): Page {
  const { tenant, roleName, invitation } = intake;
  const next = firstOpen(steps);
  const content = (
    <>
      <h1>Your background check</h1>
      <p>
        <bdi>{tenant.name}</bdi> invited you to complete a background check for this role:{' '}
        <bdi>{roleName}</bdi>. The steps are:
      </p>
      <ol>
        {steps.map(({ title }) => (
          <li>{title}</li>
        ))}
      </ol>
      <p>
        You can stop at any time and continue later: what you have saved is kept. Complete all steps
        by the end of {writtenDay(invitation.expiresAt, tenant.timeZone)} ({tenant.timeZone}).
      </p>
      <p>
        <a class="button" href={`${address}/${next.path}`}>
          {next === steps[0] ? 'Start' : 'Continue'}
        </a>
      </p>
    </>
  );
  return renderPage(c, 200, { title: 'Welcome', brand: brandOf(tenant), content });
}

/** The page of a step, with the errors of a refused form. */
export function stepPage(
  c: Context,
  intake: Intake,
  steps: readonly Step[],
  step: Step,
  address: string,
  entered: Entered,
): Page {
  const isLast = step === steps.at(-1);
  const document = intake.documents.find(({ config }) => step.path === `documents/${config.slug}`);
  const content = (
    <>
      <Progress steps={steps} current={step} address={address} />
      <h1>{step.title}</h1>
      <form
        method="post"
        action={`${address}/${step.path}`}
        enctype={step.hasFiles ? 'multipart/form-data' : undefined}
        novalidate
      >
        {step.render(entered)}
        <button type="submit">{isLast ? 'Submit my answers' : 'Save and continue'}</button>
        {document && !document.required ? (
          <button class="second" type="submit" name="skip" value="yes">
            Skip this document
          </button>
        ) : null}
      </form>
    </>
  );
  const { errors } = entered;
  const title = errors.length > 0 ? `Error: ${step.title}` : step.title;
  const refused = errors.some(({ isTooLarge }) => isTooLarge) ? 413 : 422;
  const status = errors.length === 0 ? 200 : refused;
  return renderPage(c, status, { title, brand: brandOf(intake.tenant), content });
}

interface ProgressProps {
  readonly steps: readonly Step[];
  readonly current: Step;
  readonly address: string;
}

const Progress: FC<ProgressProps> = ({ steps, current, address }) => {
  const reached = steps.indexOf(firstOpen(steps));
  return (
    <nav aria-label="Steps">
      <ol class="steps">
        {steps.map((step, index) => (
          <li aria-current={step === current ? 'step' : undefined}>
            {step === current || index > reached ? (
              step.title
            ) : (
              <a href={`${address}/${step.path}`}>{step.title}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** The page of an intake that cannot be filled in. It shows nothing about the candidate. */
export function statePage(c: Context, intake: Intake, access: Exclude<Access, 'open'>): Page {
  const { tenant, invitation } = intake;
  const brand = brandOf(tenant);
  switch (access) {
    case 'completed':
      return messagePage(c, 200, brand, {
        title: 'Thank you',
        text: 'We received your answers. There is nothing else to do here.',
        more: wayOn(invitation.redirectUrl),
      });
    case 'expired':
      return messagePage(c, 410, brand, {
        title: 'This invitation has expired',
        text: `It expired at the end of ${writtenDay(invitation.expiresAt, tenant.timeZone)}. Ask the organization that invited you for a new one.`,
      });
    case 'canceled':
      return messagePage(c, 410, brand, {
        title: 'This invitation was canceled',
        text: 'If you think that this is a mistake, contact the organization that invited you.',
      });
    case 'closed':
      return messagePage(c, 403, brand, {
        title: 'This page is not available',
        text: 'Contact the organization that invited you.',
      });
  }
}

// A link, because the policy of the page forbids forms to other sites.
function wayOn(redirectUrl: string | null): Child {
  if (redirectUrl === null) return null;
  return (
    <p>
      <a class="button" href={redirectUrl} rel="noreferrer">
        Continue to {new URL(redirectUrl).host}
      </a>
    </p>
  );
}
