import { expect, it } from 'vitest';
import { describeService } from '../../src/cli/start/describe-service.js';

const service = {
  url: 'http://127.0.0.1:4010',
  keys: { full: 'bss_full_a', candidate: 'bss_cand_b' },
  integrationId: 'int_c',
  controlToken: 'd',
};

it('prints what a developer needs', () => {
  const endpoint = {
    id: 'we_e',
    url: 'http://localhost:3000/',
    integrationId: 'int_c',
    secret: 'whsec_sbx_f',
  };
  expect(describeService({ ...service, endpoints: [endpoint] }, 'real')).toMatchInlineSnapshot(`
    "The background screening service runs on this machine, with synthetic data.

      dashboard       http://127.0.0.1:4010/
      API             http://127.0.0.1:4010/v1
      OpenAPI         http://127.0.0.1:4010/v1/openapi.json
      API key         bss_full_a
      candidate key   bss_cand_b
      integration     int_c
      control token   d

      endpoint        http://localhost:3000/
      signing secret  whsec_sbx_f

    "
  `);
});

it('says how to get an endpoint', () => {
  expect(describeService({ ...service, endpoints: [] }, 'real')).toContain(
    '--forward-to http://localhost:3000',
  );
});

it('says that nothing runs while the clock is frozen', () => {
  expect(describeService({ ...service, endpoints: [] }, 'frozen')).toContain('clock advance 15m');
});

it('prints the public URL, and the address on this machine', () => {
  const localUrl = 'http://127.0.0.1:4010';
  const shared = { ...service, url: 'https://screening.staging.example', localUrl, endpoints: [] };
  expect(describeService(shared, 'real')).toContain(
    [
      '  dashboard       https://screening.staging.example/',
      '  API             https://screening.staging.example/v1',
      '  OpenAPI         https://screening.staging.example/v1/openapi.json',
      '  on this machine http://127.0.0.1:4010',
      '',
    ].join('\n'),
  );
});
