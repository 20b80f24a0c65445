import type { ServiceDescription } from '../../service-description.js';

const SHOWN_BEFORE = '(only the first start shows it)';

/** What the command prints at its start. */
export function describeService(service: ServiceDescription, clock: 'real' | 'frozen'): string {
  const { url, localUrl, keys, integrationId, endpoints, controlToken } = service;
  const lines = [
    'The background screening service runs on this machine, with synthetic data.',
    '',
    `  dashboard       ${url}/`,
    `  API             ${url}/v1`,
    `  OpenAPI         ${url}/v1/openapi.json`,
    ...(localUrl === undefined ? [] : [`  on this machine ${localUrl}`]),
    `  API key         ${keys.full ?? SHOWN_BEFORE}`,
    `  candidate key   ${keys.candidate ?? SHOWN_BEFORE}`,
    `  integration     ${integrationId}`,
    `  control token   ${controlToken}`,
    ...endpoints.flatMap((endpoint) => [
      '',
      `  endpoint        ${endpoint.url}`,
      `  signing secret  ${endpoint.secret}`,
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
