import type { Context } from 'hono';
import type { FC } from 'hono/jsx';
import type { Problem } from '../http/problem.js';
import { ErrorSummary, Field, type FieldError } from '../pages/field.js';
import { messagePage, serviceBrand } from '../pages/message-page.js';
import { type PageStatus, renderPage } from '../pages/page.js';

/** Whether visitors may sign in with a password, and the fault of the one that was sent. */
export interface PasswordForm {
  readonly isOffered: boolean;
  /** The path of the page that follows. */
  readonly to: string;
  readonly error?: string;
}

export function signInPage(c: Context, status: PageStatus, { isOffered, to, error }: PasswordForm) {
  const title = 'Sign in to the dashboard';
  const errors = error === undefined ? [] : [{ field: 'password', message: error }];
  const content = (
    <>
      <ErrorSummary errors={errors} />
      <h1>{title}</h1>
      {isOffered ? <Password to={to} errors={errors} /> : null}
      <p>
        {isOffered ? 'Or open' : 'Open'} the sign-in link that the sandbox printed when it started.
      </p>
      <NewLink />
      <p>
        Already signed in? <a href={to}>Open the dashboard</a>.
      </p>
    </>
  );
  return renderPage(c, status, {
    title: errors.length > 0 ? `Error: ${title}` : title,
    brand: serviceBrand,
    content,
  });
}

/** The page for a link that signs nobody in. */
export function deadLinkPage(c: Context, isOffered: boolean) {
  const more = (
    <>
      <NewLink />
      {isOffered ? (
        <p>
          You can also <a href="/login">sign in with the password</a>.
        </p>
      ) : null}
    </>
  );
  return messagePage(c, 404, serviceBrand, {
    title: 'This sign-in link is not valid',
    text: 'It was already used, has expired, or is incomplete.',
    more,
  });
}

/** The page for a visitor whose browser is not redirected. */
export function signedInPage(c: Context, to: string) {
  const more = (
    <p>
      <a class="button" href={to}>
        Open the dashboard
      </a>
    </p>
  );
  return messagePage(c, 200, serviceBrand, {
    title: 'You are signed in',
    text: 'You stay signed in for 12 hours. The link cannot be used again.',
    more,
  });
}

export function loginProblemPage(c: Context, { code, status }: Problem) {
  const title = 'We could not accept this form';
  const more = (
    <p>
      <a href="/">Open the dashboard</a>
    </p>
  );
  if (code === 'origin_not_allowed') {
    const text = 'It came from another site. Nothing was changed.';
    return messagePage(c, 403, serviceBrand, { title, text, more });
  }
  const text = 'We could not read it. Nothing was changed.';
  return messagePage(c, status === 413 ? 413 : 400, serviceBrand, { title, text, more });
}

const Password: FC<{ readonly to: string; readonly errors: readonly FieldError[] }> = ({
  to,
  errors,
}) => (
  <form method="post" action="/login">
    {to === '/' ? null : <input type="hidden" name="to" value={to} />}
    <Field
      id="password"
      label="Password"
      type="password"
      autocomplete="current-password"
      required={true}
      errors={errors}
    />
    <button type="submit">Sign in</button>
  </form>
);

const NewLink: FC = () => (
  <p>
    Each link works once and expires after 24 hours. To get a new one, run{' '}
    <code>screening-sandbox dashboard</code> on the computer where the sandbox runs.
  </p>
);
