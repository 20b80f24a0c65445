import type { ServiceDescription } from '../../../src/service/config/service-config.js';

/** A service as it describes itself. Nothing listens there. */
export const service: ServiceDescription = {
  url: 'http://127.0.0.1:4010',
  keys: { full: 'bss_full_a', candidate: 'bss_cand_a' },
  integrationId: 'int_c',
  controlToken: 'd',
  dashboardUrl: 'http://127.0.0.1:4010/login?t=f',
  endpoints: [],
};
