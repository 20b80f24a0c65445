import { Problem } from '../http/problem.js';

/**
 * Refuses a form that no page of this service has sent. Browsers tell where it comes from by `Sec-Fetch-Site`: `same-origin`,
 * because another port of this machine is the same site. They omit it for plain HTTP to another machine, and so does Safari
 * before 16.4. Then the origin decides, which the page's referrer policy lets them send. A request with neither header is
 * refused.
 *
 * @param origin Under which the service is reached.
 * @throws Problem 403.
 */
export function refuseCrossSite({ headers, url }: Request, origin: string): void {
  const site = headers.get('sec-fetch-site');
  const from = headers.get('origin') ?? 'null';
  const hosts = [new URL(url).host, new URL(origin).host];
  const isOwn = URL.canParse(from) && hosts.includes(new URL(from).host);
  // Someone can have their browser hide the origin, but not fake the site.
  if (site === null ? isOwn : site === 'same-origin' && (isOwn || from === 'null')) return;
  throw new Problem('origin_not_allowed', 'The form was not sent by a page of this service.');
}
