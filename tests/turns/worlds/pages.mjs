import { form, KIB, largeFormData, MIB } from '../bodies.mjs';
import { largeReceiver } from '../receiver.mjs';

const json = { 'content-type': 'application/json' };
const fill = (start, piece, end) =>
  start + piece.repeat(Math.floor((MIB - start.length - end.length) / piece.length)) + end;

const body = (name, text) => ({
  name: `a JSON body of 1 MiB of ${name}`,
  prepare: async (service) => async () => {
    for (const path of ['candidates', 'document-verifications', 'partner/price-book']) {
      await service.call(path.endsWith('book') ? 'PUT' : 'POST', `/v1/${path}`, text, {
        ...json,
        'idempotency-key': `${path}${text.length}`,
      });
    }
    await service.control('/trigger', text).catch(() => {});
  },
});

const keysOf = () => {
  let text = '{"metadata":{';
  for (let index = 0; text.length < MIB - 40; index += 1) text += `"k${index}":${index},`;
  return `${text}"last":1}}`;
};

export const pages = [
  {
    name: 'the OpenAPI document, /docs, /check and the pages of the dashboard',
    prepare: async (service) => async () => {
      for (const path of [
        '/v1/openapi.json',
        '/docs',
        '/check',
        '/',
        '/login',
        '/deliveries',
        '/healthz',
        '/readyz',
        '/metrics',
        '/icon.svg',
      ]) {
        const { status, bytes } = await service.request('GET', path);
        if (status !== 200) continue;
        const assets = String(bytes).match(/(?:src|href)="(\/[^"]+)"/g) ?? [];
        for (const each of assets.slice(0, 20))
          await service.request('GET', each.replace(/^\w+="|"$/g, ''));
      }
    },
  },
  body('numbers', fill('{"metadata":{"a":[', '1,', '1]}}')),
  body('long numbers', fill('{"metadata":{"a":', '9', '}}')),
  body('escapes', fill('{"firstName":"', '\\u0041', '"}')),
  body('keys', keysOf()),
  body('nested lists', fill('{"metadata":{"a":[', `${'['.repeat(60)}${']'.repeat(60)},`, '1]}}')),
  body('white space', fill('{"metadata":', ' ', '{}}')),
  body('a mail address', fill('{"email":"', 'a.', '@example.com"}')),
  body('unknown fields', fill('{', '"x":1,', '"y":1}')),
  {
    name: 'a form of 100 parts, and a form of 10 MiB of boundaries',
    prepare: async (service) => async () => {
      const many = new FormData();
      for (let part = 0; part < 100; part += 1) many.append(`f${part}`, 'x');
      await service.call('POST', '/v1/files', many);
      await service.call('POST', '/v1/files', form(Buffer.from('\r\n--'.repeat(2 * MIB))));
    },
  },
  {
    name: 'forms of 256 KiB for hosted pages',
    async prepare(service) {
      const session = await service.api('POST', '/v1/verification-sessions', {
        integrationId: service.integrationId,
      });
      const candidate = await service.api('POST', '/v1/candidates', {
        firstName: 'A',
        lastName: 'B',
        email: 'a@example.com',
      });
      const { data: roles } = await service.api('GET', '/v1/roles');
      const invitation = await service
        .api('POST', '/v1/invitations', {
          candidateId: candidate.id,
          roleId: roles[0]?.id,
          workState: 'CA',
        })
        .catch(() => undefined);
      const address = Object.values(session).find((value) => /\/verify\//.test(value));
      const text = `state=CA&${'a=1&'.repeat(64 * KIB - 100)}`;
      const long = `state=CA&field.licenseNumber=${'%41'.repeat(80 * KIB)}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: service.url };
      return async () => {
        await service.request('GET', address);
        for (const sent of [text, long]) {
          await service.request('POST', `${address}/rn-license/enter`, sent, headers);
          if (!invitation) continue;
          await service.request('GET', invitation.intakeUrl);
          await service.request('GET', `${invitation.intakeUrl}/identity`);
          await service.request('POST', `${invitation.intakeUrl}/identity`, sent, headers);
        }
      };
    },
  },
  {
    name: 'an import of 1,000 captures of 1 KiB',
    limit: 40,
    prepare: (service) => captures(service, 1000, 700),
  },
  {
    name: 'an import of 1 MiB of captures in one',
    prepare: (service) => captures(service, 1, 700 * KIB),
  },
  {
    name: 'a sink takes 1 MiB, and lists 100 of 64 KiB',
    prepare: async (service) => async () => {
      for (let sent = 0; sent < 100; sent += 1)
        await service.request('POST', '/sink/x', '"'.repeat(64 * KIB));
      await service.request('POST', '/sink/x', '"'.repeat(MIB));
      await service.control('/sinks/x');
    },
  },
  {
    name: '1,000 faults and 100 deliveries',
    limit: 20,
    async prepare(service) {
      const receiver = await largeReceiver();
      receiver.large = false;
      const { integrationId } = service;
      const endpoint = await service.api('POST', '/v1/webhook-endpoints', {
        url: receiver.url,
        integrationId,
      });
      for (let made = 0; made < 1000; made += 1) {
        await service.control('/faults', {
          kind: 'bad_signature',
          match: { externalId: `e${made}` },
          times: 1,
        });
      }
      return async () => {
        await service.control('/faults');
        await service.control('/trigger', {
          type: 'document_verification.completed',
          count: 100,
          endpointId: endpoint.id,
          data: { formData: largeFormData() },
        });
        await service.control('/clock', { advance: '1s' });
        await service.control('/faults', undefined, 'DELETE');
      };
    },
  },
];

async function captures(service, count, size) {
  const { integrationId } = service;
  const endpoint = await service.api('POST', '/v1/webhook-endpoints', {
    url: 'http://127.0.0.1:9/',
    integrationId,
  });
  const lines = Array.from({ length: count }, (_, index) => ({
    version: 1,
    receivedAt: '2026-01-01T00:00:00Z',
    body: Buffer.from(
      JSON.stringify({
        id: `evt_${size}_${index}`,
        type: 'document_verification.completed',
        created: '2026-01-01T00:00:00Z',
        data: { x: 'x'.repeat(Math.max(0, size - 150)) },
      }),
    ).toString('base64'),
  }));
  const sent = { endpointId: endpoint.id, captures: lines };
  return async () => {
    await service.control('/import', sent);
    await service.control('/clock', { settle: true });
  };
}
