import { resolve } from 'node:path';
import type { ServiceDescription, Storage } from '../../service/config/service-config.js';

interface Running {
  readonly clock: 'real' | 'frozen';
  /** Where the state is kept, in words. */
  readonly state: string;
  readonly storage: Storage['kind'];
  /** Whether the text includes the sign-in link, keys, tokens and signing secrets. */
  readonly secrets: boolean;
}

/** Returns a description for a log, which more people read than may use the service. */
export function withoutSecrets(description: ServiceDescription) {
  const { url, localUrl, integrationId, endpoints } = description;
  return {
    url,
    ...(localUrl === undefined ? {} : { localUrl }),
    integrationId,
    endpoints: endpoints.map(({ secret: _secret, ...endpoint }) => endpoint),
  };
}

export function describeService(
  service: ServiceDescription,
  { clock, state, storage, secrets }: Running,
): string {
  const { url, localUrl, keys, integrationId, endpoints, controlToken, dashboardUrl } = service;
  // Other keys derive from the seed.
  const unknown = storage === 'postgres' ? '(only the first start shows it)' : '(revoked)';
  const lines = [
    'The background screening service runs on this machine, with synthetic data.',
    '',
    `  dashboard       ${secrets ? dashboardUrl : `${url}/`}`,
    `  API             ${url}/v1`,
    `  OpenAPI         ${url}/v1/openapi.json`,
    ...(localUrl === undefined ? [] : [`  on this machine ${localUrl}`]),
    `  state           ${state}`,
    ...(secrets
      ? [
          `  API key         ${keys.full ?? unknown}`,
          `  candidate key   ${keys.candidate ?? unknown}`,
        ]
      : []),
    `  integration     ${integrationId}`,
    ...(secrets ? [`  control token   ${controlToken}`] : []),
    ...endpoints.flatMap((endpoint) => [
      '',
      `  endpoint        ${endpoint.url}`,
      ...(secrets ? [`  signing secret  ${endpoint.secret}`] : []),
    ]),
    ...(!secrets || keys.full !== undefined || storage !== 'postgres'
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

/** Says where a service keeps its state, without the password of its database. */
export async function nameState(storage: Storage): Promise<string> {
  switch (storage.kind) {
    case 'memory':
      return 'in memory, until the service ends';
    case 'folder':
      return `the folder ${resolve(storage.path)}`;
    case 'postgres': {
      const [{ Client }, { nameDatabase }] = await Promise.all([
        import('pg'),
        import('../../service/db/postgres/name-database.js'),
      ]);
      return `PostgreSQL ${nameDatabase(new Client({ connectionString: storage.url }))}`;
    }
  }
}
