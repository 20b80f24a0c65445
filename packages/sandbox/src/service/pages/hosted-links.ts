import { createHmac } from 'node:crypto';
import type { HostedPage } from '../kernel/command.js';
import { isSameText } from '../kernel/identity.js';
import type { ServiceParts } from '../kernel/service-parts.js';

/**
 * Signs the addresses of hosted pages. The address is all that a candidate needs, so nobody may guess one. It derives from the
 * object's id, so that it is not stored and a second mail carries the same one.
 */
export function hostedLinks(secret: string) {
  const sign = (page: HostedPage, id: string): string =>
    createHmac('sha256', secret).update(`${page}:${id}`).digest('base64url');
  return {
    urlOf: (origin: string, page: HostedPage, id: string): string =>
      `${origin}/${page}/${id}.${sign(page, id)}`,
    /** The id of the object that a token of an address names. `undefined` if the token is not genuine. */
    idOf(page: HostedPage, token: string): string | undefined {
      const [id = '', signature = '', ...more] = token.split('.');
      return isSameText(sign(page, id), signature) && more.length === 0 ? id : undefined;
    },
  };
}

/** The dependencies of the pages for candidates. */
export interface HostedDependencies extends ServiceParts {
  readonly pages: ReturnType<typeof hostedLinks>;
  /** The address of the service, under which candidates reach the pages. */
  readonly origin: string;
}
