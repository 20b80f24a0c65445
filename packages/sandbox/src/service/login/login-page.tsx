import type { Context } from 'hono';
import type { Child, FC } from 'hono/jsx';
import type { Problem } from '../http/problem.js';
import { ErrorSummary, Field, type FieldError } from '../pages/field.js';
import { serviceBrand } from '../pages/message-page.js';
import { type PageStatus, renderPage } from '../pages/render-page.js';

/** Whether visitors may sign in with a password, and what is wrong with the one that was sent. */
export interface PasswordForm {
  readonly isOffered: boolean;
  readonly error?: string;
}

/** The page that says how to sign in. */
export function signInPage(
  c: Context,
  status: PageStatus,
  { isOffered, error }: PasswordForm,
): Promise<Response> {
  const title = 'Sign in to the dashboard';
  const errors = error === undefined ? [] : [{ field: 'password', message: error }];
  return page(
    c,
    status,
    errors.length > 0 ? `Error: ${title}` : title,
    <>
      <ErrorSummary errors={errors} />
      <h1>{title}</h1>
      {isOffered ? <Password errors={errors} /> : null}
      <p>{isOffered ? 'Or open' : 'Open'} the link that the command has printed at its start.</p>
      <NewLink />
      <p>
        If you have signed in already, <a href="/">open the dashboard</a>.
      </p>
    </>,
  );
}

/** A page that says one thing, and where to go on. */
export function loginMessage(
  c: Context,
  status: PageStatus,
  { title, text, more }: { readonly title: string; readonly text: string; readonly more?: Child },
): Promise<Response> {
  return page(
    c,
    status,
    title,
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {more ?? null}
    </>,
  );
}

/** The page for a link that signs nobody in. */
export function deadLinkPage(c: Context, isOffered: boolean): Promise<Response> {
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
  return loginMessage(c, 404, {
    title: 'This link cannot be used',
    text: 'It was used before, has expired, or is not complete.',
    more,
  });
}

/** A refusal as a page. */
export function loginProblemPage(c: Context, { code, status }: Problem): Promise<Response> {
  const title = 'This form could not be sent';
  const more = (
    <p>
      <a href="/">Open the dashboard</a>
    </p>
  );
  if (code === 'origin_not_allowed') {
    const text = 'It was not sent by a page of this service. Nothing was changed.';
    return loginMessage(c, 403, { title, text, more });
  }
  const text = 'It could not be read. Nothing was changed.';
  return loginMessage(c, status === 413 ? 413 : 400, { title, text, more });
}

const Password: FC<{ readonly errors: readonly FieldError[] }> = ({ errors }) => (
  <form method="post" action="/login">
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
    A link works once, for 24 hours. This prints a new one, on the machine of the service:{' '}
    <code>screening-sandbox dashboard</code>
  </p>
);

function page(c: Context, status: PageStatus, title: string, content: Child): Promise<Response> {
  return Promise.resolve(renderPage(c, status, { title, brand: serviceBrand, content }));
}
