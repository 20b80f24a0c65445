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
    title: 'This address is not valid',
    text: 'Check that you have opened the whole address, as you have received it.',
  });
}

/** A refusal as a page. It tells nothing of the object. */
export function problemPage(c: Context, brand: Brand, problem: Problem) {
  switch (problem.code) {
    case 'payload_too_large':
      return messagePage(c, 413, brand, {
        title: 'What you have sent is too large',
        text: 'Nothing was saved. Go back, and choose smaller files or write less.',
      });
    case 'origin_not_allowed':
      return messagePage(c, 403, brand, {
        title: 'This form was not sent by this site',
        text: 'Nothing was saved. Open the address that you have received, and use the form there.',
      });
    case 'malformed_multipart':
    case 'content_type_unsupported':
      return messagePage(c, 400, brand, {
        title: 'The form could not be read',
        text: 'Nothing was saved. Go back and try again.',
      });
    case 'method_not_allowed':
      c.header('allow', 'GET, HEAD, POST');
      return messagePage(c, 405, brand, {
        title: 'This page cannot be used like that',
        text: 'Open the address that you have received.',
      });
    case 'resource_not_found':
      return messagePage(c, 404, brand, {
        title: 'This page does not exist',
        text: 'Open the address that you have received.',
      });
    default:
      return messagePage(c, 409, brand, {
        title: 'This cannot be completed at the moment',
        text: 'Nothing was sent, and what you have entered is kept. Contact us, or try again later.',
      });
  }
}
