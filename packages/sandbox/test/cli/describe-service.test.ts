import { describe, expect, it } from 'vitest';
import { describeService, withoutSecrets } from '../../src/cli/start/describe-service.js';
import type { ServiceDescription } from '../../src/service/config/service-config.js';
import { service } from './support/service-description.js';

const inMemory = { clock: 'real', state: 'in memory', storage: 'memory', secrets: true } as const;
const printed = (service: ServiceDescription, running = {}) =>
  describeService(service, { ...inMemory, ...running });

it('prints what a developer needs', () => {
  const endpoint = {
    id: 'we_e',
    url: 'http://localhost:3000/',
    integrationId: 'int_c',
    secret: 'whsec_sbx_f',
  };
  expect(printed({ ...service, endpoints: [endpoint] })).toMatchInlineSnapshot(`
    "The background screening service runs on this machine, with synthetic data.

      dashboard       http://127.0.0.1:4010/login?t=f
      API             http://127.0.0.1:4010/v1
      OpenAPI         http://127.0.0.1:4010/v1/openapi.json
      state           in memory
      API key         bss_full_a
      candidate key   bss_cand_a
      integration     int_c
      control token   d

      endpoint        http://localhost:3000/
      signing secret  whsec_sbx_f

    "
  `);
});

it('leaves the secrets out', () => {
  const endpoint = { id: 'we_e', url: 'http://localhost:3000/', integrationId: 'int_c' };
  const full = { ...service, endpoints: [{ ...endpoint, secret: 'whsec_sbx_f' }] };
  expect(withoutSecrets(full)).toEqual({
    url: 'http://127.0.0.1:4010',
    integrationId: 'int_c',
    endpoints: [endpoint],
  });
  expect(printed(full, { secrets: false })).toBe(
    [
      'The background screening service runs on this machine, with synthetic data.',
      '',
      '  dashboard       http://127.0.0.1:4010/',
      '  API             http://127.0.0.1:4010/v1',
      '  OpenAPI         http://127.0.0.1:4010/v1/openapi.json',
      '  state           in memory',
      '  integration     int_c',
      '',
      '  endpoint        http://localhost:3000/',
      '',
      '',
    ].join('\n'),
  );
});

it('says how to get an endpoint', () => {
  expect(printed(service)).toContain('--forward-to http://localhost:3000');
});

it('says that nothing runs while the clock is frozen', () => {
  expect(printed(service, { clock: 'frozen' })).toContain('clock advance 15m');
});

it('prints the public URL, and the address on this machine', () => {
  const localUrl = 'http://127.0.0.1:4010';
  const url = 'https://screening.staging.example';
  const dashboardUrl = `${url}/login?t=g`;
  const shared = { ...service, url, dashboardUrl, localUrl };
  expect(printed(shared)).toContain(
    [
      '  dashboard       https://screening.staging.example/login?t=g',
      '  API             https://screening.staging.example/v1',
      '  OpenAPI         https://screening.staging.example/v1/openapi.json',
      '  on this machine http://127.0.0.1:4010',
      '',
    ].join('\n'),
  );
});

describe('keys that are not known any more', () => {
  const keys = { full: undefined, candidate: undefined };
  const again = { ...service, keys };

  it('on PostgreSQL, were shown before, and another one can be chosen', () => {
    const text = printed(again, { storage: 'postgres' });
    expect(text).toContain('  API key         (only the first start shows it)\n');
    expect(text).toContain('  candidate key   (only the first start shows it)\n');
    expect(text).toContain('\n  SCREENING_API_KEY=bss_full_$(openssl rand -hex 20)\n');
    const chosen = { ...again, keys: { ...keys, full: 'bss_full_a' } };
    expect(printed(chosen, { storage: 'postgres' })).not.toContain('SCREENING_API_KEY');
  });

  it('elsewhere, were revoked', () => {
    const text = printed(again, { storage: 'folder' });
    expect(text).toContain('  API key         (revoked)\n');
    expect(text).not.toContain('SCREENING_API_KEY');
  });
});
