import type { Storage } from '../../service/config/service-config.js';
import type { ServiceDescription } from '../../service/config/service-description.js';

interface Running {
  readonly clock: 'real' | 'frozen';
  /** Where the state is kept, for a reader. */
  readonly state: string;
  readonly storage: Storage['kind'];
}

/** Returns the text that the command prints at its start. */
export function describeService(
  service: ServiceDescription,
  { clock, state, storage }: Running,
): string {
  const { url, localUrl, keys, integrationId, endpoints, controlToken, dashboardUrl } = service;
  // Other keys derive from the seed.
  const unknown = storage === 'postgres' ? '(only the first start shows it)' : '(revoked)';
  const lines = [
    'The background screening service runs on this machine, with synthetic data.',
    '',
    `  dashboard       ${dashboardUrl}`,
    `  API             ${url}/v1`,
    `  OpenAPI         ${url}/v1/openapi.json`,
    ...(localUrl === undefined ? [] : [`  on this machine ${localUrl}`]),
    `  state           ${state}`,
    `  API key         ${keys.full ?? unknown}`,
    `  candidate key   ${keys.candidate ?? unknown}`,
    `  integration     ${integrationId}`,
    `  control token   ${controlToken}`,
    ...endpoints.flatMap((endpoint) => [
      '',
      `  endpoint        ${endpoint.url}`,
      `  signing secret  ${endpoint.secret}`,
    ]),
    ...(keys.full !== undefined || storage !== 'postgres'
      ? []
      : [
          '',
          '  No API key at hand? One of your choice is accepted from the next start on:',
          '  SCREENING_API_KEY=bss_full_$(openssl rand -hex 20)',
        ]),
    ...(endpoints.length > 0
      ? []
      : ['', '  No endpoint yet: --forward-to http://localhost:3000/webhooks/screening adds one.']),
    ...(clock === 'frozen'
      ? ['', '  The clock is frozen. To move it: npx @screening-webhooks/sandbox clock advance 15m']
      : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}
