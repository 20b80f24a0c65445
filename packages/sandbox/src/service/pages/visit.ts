import type { Context } from 'hono';
import { Problem } from '../http/problem.js';
import { problemPage } from './message-page.js';
import type { Brand } from './page.js';

interface VisitedPage {
  /** For GET and HEAD. */
  show(): Promise<Response>;
  /** For POST, with the form of the page. */
  save(): Promise<Response>;
}

/** Answers a visit of a page. A problem that the page throws, or another method, is answered with a page that says so. */
export async function answerVisit(
  c: Context,
  brand: Brand,
  { show, save }: VisitedPage,
): Promise<Response> {
  try {
    switch (c.req.method) {
      case 'POST':
        return await save();
      case 'GET':
      case 'HEAD':
        return await show();
      default:
        throw new Problem('method_not_allowed', 'Pages are read with GET and sent with POST.');
    }
  } catch (error) {
    if (error instanceof Problem) return problemPage(c, brand, error);
    throw error;
  }
}

/** Sends the browser to another page of this service, with GET and without a referrer. */
export function seeOther(c: Context, path: string): Response {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(path, 303);
}

/**
 * Refuses a form that no page of this service has sent. Browsers tell where it comes from by `Sec-Fetch-Site`: `same-origin`,
 * because another port of this machine is the same site. They omit it for plain HTTP to another machine, and so does Safari
 * before 16.4. Then the origin decides, which the page's referrer policy lets them send. A request with neither header is
 * refused.
 *
 * @param origin The origin under which the service is reached.
 * @throws Problem 403.
 */
export function refuseCrossSite({ headers, url }: Request, origin: string): void {
  const site = headers.get('sec-fetch-site');
  const from = headers.get('origin') ?? 'null';
  const hosts = [new URL(url).host, new URL(origin).host];
  const isOwn = URL.canParse(from) && hosts.includes(new URL(from).host);
  // A page can make its browser hide the origin, but not fake the site.
  if (site === null ? isOwn : site === 'same-origin' && (isOwn || from === 'null')) return;
  throw new Problem('origin_not_allowed', 'The form was not sent by a page of this service.');
}
