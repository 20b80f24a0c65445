import { expect, it } from 'vitest';
import { addressOf, newLink } from '../../support/dashboard-browser.js';
import { ownLinks } from '../../support/hosted-pages.js';
import { openSession } from '../../support/open-session.js';
import { order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

/** Expects the headers of all answers whose URL is a secret. */
async function expectHidden(url: string, init: RequestInit, status: number): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  const { headers } = response;
  const found = [response.status, headers.get('cache-control'), headers.get('referrer-policy')];
  expect(found, `${init.method} ${url}`).toEqual([status, 'no-store', 'no-referrer']);
}

/** The URL of a document's file. */
async function fileAddress(): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.7 test']), 'card.pdf');
  const { id } = await service().send('POST', '/v1/files', form);
  const verification = await order(service(), { fileIds: [id] });
  const { body } = await service().call('GET', `/v1/document-verifications/${verification}`);
  return String(Object(body['verificationFileUploads'])[0]);
}

it('no answer at an address that is a secret is kept, nor does it tell the address', async () => {
  const origin = addressOf(service());
  const { url: session } = await openSession(service(), 'rn-license');
  const link = await newLink(service());
  const file = await fileAddress();
  for (const [url, method, status] of [
    [session, 'GET', 200],
    [session, 'HEAD', 200],
    [session, 'PUT', 405],
    [`${session}/rn-license`, 'GET', 303],
    [`${session}/rn-license/enter`, 'GET', 200],
    [`${session}/rn-license/enter`, 'POST', 403],
    [`${session}/nothing`, 'GET', 404],
    [ownLinks.urlOf(origin, 'intake', 'inv_none'), 'GET', 404],
    [ownLinks.urlOf(origin, 'dispute', 'aa_none'), 'GET', 404],
    [`${origin}/verify/none`, 'GET', 404],
    [file, 'GET', 200],
    [file, 'HEAD', 200],
    [`${file}x`, 'GET', 404],
    [`${origin}/files/none`, 'GET', 404],
    [`${origin}/files/none/more`, 'GET', 404],
    [`${origin}/login`, 'GET', 200],
    [`${origin}/login?t=none`, 'GET', 404],
    [link, 'HEAD', 204],
    [link, 'GET', 303],
    [`${origin}/login/tenant`, 'POST', 403],
  ] as const) {
    await expectHidden(url, { method }, status);
  }
});
