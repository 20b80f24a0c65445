import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Problem } from '../http/problem.js';
import { type Brand, type PageStatus, renderPage } from './page.js';

/** The brand of pages whose owner is not known. */
export const serviceBrand: Brand = { name: 'Background screening service', color: null };

export function messagePage(
  c: Context,
  status: PageStatus,
  brand: Brand,
  { title, text, more }: { readonly title: string; readonly text: string; readonly more?: Child },
) {
  const content = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {more ?? null}
    </>
  );
  return renderPage(c, status, { title, brand, content });
}

/** An address that was not given out, or an object that is gone. */
export function invalidAddressPage(c: Context) {
  return messagePage(c, 404, serviceBrand, {
    title: 'This link is not valid',
    text: 'Check that you opened the complete link.',
  });
}

/** A refusal as a page. It tells nothing of the object. */
export function problemPage(c: Context, brand: Brand, problem: Problem) {
  switch (problem.code) {
    case 'payload_too_large':
      return messagePage(c, 413, brand, {
        title: 'Your form is too large',
        text: 'Nothing was saved. Go back and choose smaller files or shorten your text.',
      });
    case 'origin_not_allowed':
      return messagePage(c, 403, brand, {
        title: 'This form came from another site',
        text: 'Nothing was saved. Open the link that you received and use the form there.',
      });
    case 'malformed_multipart':
    case 'content_type_unsupported':
      return messagePage(c, 400, brand, {
        title: 'We could not read this form',
        text: 'Nothing was saved. Go back and try again.',
      });
    case 'method_not_allowed':
      c.header('allow', 'GET, HEAD, POST');
      return messagePage(c, 405, brand, {
        title: 'This page does not accept that request',
        text: 'Open the link that you received.',
      });
    case 'resource_not_found':
      return messagePage(c, 404, brand, {
        title: 'Page not found',
        text: 'Open the link that you received.',
      });
    default:
      return messagePage(c, 409, brand, {
        title: 'We cannot complete this right now',
        text: 'Nothing was sent, and your answers are saved. Try again later, or contact us.',
      });
  }
}
