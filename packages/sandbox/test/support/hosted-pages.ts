import { expect } from 'vitest';
import { tenants } from '../../src/service/db/schema/index.js';
import { Derivation } from '../../src/service/kernel/identity.js';
import { hostedLinks } from '../../src/service/pages/hosted-links.js';
import { plainBrowser } from './plain-browser.js';
import type { TestService } from './service.js';

/** The addresses of hosted pages as the shared service signs them: by its seed and its first start. */
export const ownLinks = hostedLinks(
  new Derivation('test', new Date('2026-01-01')).secret('', 'page addresses'),
);

/** Nothing is found below an address, and nobody is told whose service it is. */
export async function expectNoPage(
  { description }: TestService,
  address: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const shown = await plainBrowser(description.url).open(`${address}${path}`);
    expect(shown).toMatchObject({ status: 404, heading: 'This address is not valid' });
    expect(shown.html).not.toContain('Sandbox account');
    const answer = await fetch(`${address}${path}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  }
}

/** The tenants whose hosted pages cannot be used: what each page shows, and how it comes to that. */
export function inactiveTenants(service: () => TestService) {
  return (['suspended', 'closed'] as const).map((status) => ({
    state: `of a ${status} tenant`,
    status: 403,
    heading: 'This page is not available',
    reach: () => service().sql.update(tenants).set({ status }),
  }));
}
