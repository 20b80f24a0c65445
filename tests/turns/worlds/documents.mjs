import { configWith, form, largeFormData, order, times, uploadFiles } from '../bodies.mjs';

const path = '/v1/document-verifications';
// The patterns that law 12 was first written for, and shorter ones in case they are refused.
const long = ['\\d{99}'.repeat(16), '\\d{99}'.repeat(8), '\\d{99}\\d{99}', '\\d{99}', '\\d{50}'];
const vague = ['\\d{0,99}'.repeat(12), '\\d{0,99}'.repeat(4), '\\d{0,99}\\d{0,99}', '\\d{0,99}'];
const denies = { requiresFiles: true, sourceSlug: 'sbx-npi', magic: '[A]{5}' };
const settle = (service) => service.control('/clock', { advance: '1s' });

function orderWithFile(slug, patterns, count, more) {
  return async (service) => {
    await configWith(service, slug, patterns, more);
    const [id] = await uploadFiles(service, 1);
    return async () => {
      await times(count, () => service.api('POST', path, order(service, slug, { fileIds: [id] })));
      await settle(service);
    };
  };
}

function formOf(patterns, length, wrong = '') {
  return async (service) => {
    await configWith(service, 'vague', patterns);
    const value = '1'.repeat(length) + wrong;
    const formData = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, value]));
    return () => service.call('POST', path, order(service, 'vague', { formData }));
  };
}

export const documents = [
  {
    name: 'an order with a file, whose source denies whatever is read',
    alone: true,
    prepare: orderWithFile('denies', long, 1, denies),
  },
  {
    name: '100 such orders',
    alone: true,
    prepare: orderWithFile('denies', long, 100, denies),
  },
  {
    name: '100 such orders of usual lengths',
    alone: true,
    prepare: orderWithFile('usual', ['[A-Z0-9-]{3,30}'], 100, denies),
  },
  {
    name: '100 orders with a file, and long patterns',
    alone: true,
    prepare: orderWithFile('long', long, 100, { requiresFiles: true }),
  },
  { name: 'formData against vague patterns', alone: true, prepare: formOf(vague, 1188) },
  { name: 'the same, refused', alone: true, prepare: formOf(vague, 1188, 'x') },
  {
    name: 'the same, far too long',
    alone: true,
    prepare: formOf(vague, 1250, 'x'),
  },
  {
    name: '100 orders with 64 KiB of formData, due together',
    async prepare(service) {
      const formData = { licenseNumber: 'RN1', ...largeFormData() };
      delete formData['f99'];
      await service.control('/clock', { mode: 'frozen' });
      return async () => {
        await times(100, () =>
          service.api('POST', path, order(service, 'rn-license', { formData })),
        );
        await settle(service);
      };
    },
  },
  {
    name: 'an order is submitted and canceled, with 20 files',
    async prepare(service) {
      const fileIds = await uploadFiles(service, 20);
      const orders = [];
      for (let i = 0; i < 2; i += 1) {
        orders.push(await service.api('POST', path, order(service, 'rn-license')));
      }
      return async () => {
        const [a, b] = orders.map(({ verificationId }) => `${path}/${verificationId}`);
        await service
          .api('POST', `${a}/submit`, { formData: largeFormData(), fileIds })
          .catch(() => {});
        await service.api('POST', `${b}/cancel`);
        await service.api('GET', `${a}?include=history`).catch(() => {});
        await service.api('GET', a);
        await settle(service);
      };
    },
  },
  {
    name: 'a configuration of 50 fields is created and changed',
    async prepare(service) {
      return async () => {
        await configWith(service, 'fifty', [...long]);
        const found = await service.api('GET', '/v1/document-configs/fifty');
        await service.api('PATCH', '/v1/document-configs/fifty', { fields: found.fields });
      };
    },
  },
  {
    name: 'a form of the file that is too large',
    prepare: async (service) => () =>
      service.call('POST', '/v1/files', form(Buffer.alloc(11 * 1024 * 1024))),
  },
];
