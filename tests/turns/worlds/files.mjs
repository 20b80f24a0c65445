import { form, MIB, order, randomPdf, uploadFiles } from '../bodies.mjs';

const MOST = 10 * MIB;

export const files = [
  {
    name: 'a file of 10 MiB is uploaded',
    prepare: async (service) => {
      const body = form(randomPdf(MOST));
      return () => service.api('POST', '/v1/files', body);
    },
  },
  {
    name: 'the same, with an Idempotency-Key',
    prepare: async (service) => {
      const body = form(randomPdf(MOST));
      return () => service.api('POST', '/v1/files', body, { 'idempotency-key': 'file' });
    },
  },
  {
    name: 'a file of 10 MiB is downloaded',
    async prepare(service) {
      const fileIds = await uploadFiles(service, 1, MOST);
      const made = await service.api(
        'POST',
        '/v1/document-verifications',
        order(service, 'tb-test', { fileIds, formData: { holderName: 'Ana' } }),
      );
      await service.control('/clock', { advance: '1s' });
      const { data } = await service.api('GET', `/v1/events?subjectId=${made.verificationId}`);
      const address = JSON.stringify(data).match(/http:[^"\\]+\/files\/[^"\\]+/)?.[0];
      if (!address) throw new Error(`No file in ${JSON.stringify(data).slice(0, 800)}`);
      return async () => {
        const { status, bytes } = await service.request('GET', address);
        if (status !== 200 || bytes.length !== MOST)
          throw new Error(`${status}, ${bytes.length} bytes`);
      };
    },
  },
  {
    name: 'an order is read from 20 files of 10 MiB each',
    modes: ['folder', 'postgres'],
    async prepare(service) {
      const fileIds = await uploadFiles(service, 5, MOST);
      const body = order(service, 'rn-license', { fileIds });
      return async () => {
        await service.api('POST', '/v1/document-verifications', body);
        await service.control('/clock', { advance: '1s' });
      };
    },
  },
  {
    name: 'a hosted page takes a file of 10 MiB',
    async prepare(service) {
      const session = await service.api('POST', '/v1/verification-sessions', {
        integrationId: service.integrationId,
        documentConfigSlugs: ['rn-license'],
      });
      const address = Object.values(session).find((value) => /\/verify\//.test(value));
      const data = form(randomPdf(MOST), 'a.pdf', 'application/pdf', {
        state: 'CA',
        'field.licenseNumber': 'RN1',
      });
      const { body: page } = await service.request('GET', `${address}/rn-license/enter`);
      const input = String(page).match(
        /<input[^>]*type="file"[^>]*name="([^"]+)"|<input[^>]*name="([^"]+)"[^>]*type="file"/,
      );
      const all = new FormData();
      for (const [name, value] of data)
        all.append(name === 'file' ? (input?.[1] ?? input?.[2] ?? 'file') : name, value);
      return async () => {
        const { status } = await service.request('POST', `${address}/rn-license/enter`, all, {
          origin: service.url,
        });
        if (status >= 400) throw new Error(`${status}`);
      };
    },
  },
];
