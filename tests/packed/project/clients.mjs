// The clients that generators of others make of the packed OpenAPI document: TypeScript compiles each, and a call of it reaches the
// service, at the address that the document has.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { printed, run, start, stop } from './programs.mjs';

// The newest ones that run on the oldest supported Node.
const dependencies = {
  '@hey-api/openapi-ts': '0.95.0',
  '@types/node': '20.19.43',
  '@zodios/core': '10.9.6',
  axios: '1.13.2',
  esbuild: '0.28.2',
  newman: '6.2.2',
  'openapi-fetch': '0.17.0',
  'openapi-to-postmanv2': '6.3.3',
  'openapi-typescript': '7.13.0',
  'openapi-zod-client': '1.18.3',
  orval: '7.13.2',
  'swagger-typescript-api': '13.13.0',
  typescript: '5.9.3',
  zod: '3.25.76',
};

const KEY = `const { KEY = '', SERVER = '' } = process.env;
const headers = { authorization: \`Bearer \${KEY}\` };
`;

/** How each client is made, and a call with it, which prints the candidate that it has made. */
const clients = {
  // Its types have no address.
  'openapi-typescript': {
    generate: 'openapi-typescript api.json -o openapi-typescript.ts',
    call: `import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript';
${KEY}const client = createClient<paths>({ baseUrl: SERVER, headers });
const { data } = await client.POST('/v1/candidates', { body: CANDIDATE });
console.log(JSON.stringify(data));
`,
  },
  'hey-api': {
    generate: 'openapi-ts -i api.json -o hey-api',
    call: `import { client } from './hey-api/client.gen';
import { createCandidate } from './hey-api/sdk.gen';
${KEY}client.setConfig({ headers });
const { data } = await createCandidate({ body: CANDIDATE });
console.log(JSON.stringify(data), SERVER);
`,
  },
  orval: {
    generate: 'orval --config orval.config.ts',
    call: `import { createCandidate } from './orval/fetch';
import { createCandidateBody } from './orval/zod';
${KEY}const { data } = await createCandidate(createCandidateBody.parse(CANDIDATE), { headers });
console.log(JSON.stringify(data), SERVER);
`,
  },
  'swagger-typescript-api': {
    generate: 'swagger-typescript-api generate --path api.json -o swagger-typescript-api -n api.ts',
    call: `import { Api } from './swagger-typescript-api/api';
${KEY}const { v1 } = new Api({ baseApiParams: { headers } });
const { data } = await v1.createCandidate(CANDIDATE);
console.log(JSON.stringify(data), SERVER);
`,
  },
  // It checks the answer with zod. Its address is an argument.
  'openapi-zod-client': {
    generate: 'openapi-zod-client api.json -o openapi-zod-client.ts --with-alias',
    call: `import { createApiClient } from './openapi-zod-client';
${KEY}const client = createApiClient(SERVER, { axiosConfig: { headers } });
console.log(JSON.stringify(await client.createCandidate(CANDIDATE)));
`,
  },
};

const files = {
  'package.json': JSON.stringify({ name: 'clients', private: true, type: 'module', dependencies }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      strict: true,
      noEmit: true,
      // Of the generators' libraries.
      skipLibCheck: true,
    },
    exclude: ['node_modules'],
  }),
  'orval.config.ts': `const input = './api.json';
const baseUrl = { getBaseUrlFromSpecification: true };
export default {
  fetch: { input, output: { target: './orval/fetch.ts', client: 'fetch', baseUrl } },
  zod: { input, output: { target: './orval/zod.ts', client: 'zod' } },
};
`,
};

const scratch = resolve('../clients');
const folder = join(scratch, 'app');
mkdirSync(folder, { recursive: true });
// Other services may run on this machine: this one is found by its own folder.
const env = {
  ...process.env,
  XDG_RUNTIME_DIR: scratch,
  npm_config_prefer_offline: 'true',
  // Generators count their users otherwise.
  DO_NOT_TRACK: '1',
};
const there = { cwd: folder, env };
const sandbox = resolve('node_modules/.bin/screening-sandbox');
const write = (name, text) => writeFileSync(join(folder, name), text);
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

try {
  const service = start(`${sandbox} --port 0 --json`, there);
  const [, line] = await printed(service, /^(\{.*\})$/m);
  const { url, keys } = JSON.parse(line);

  await run(`${sandbox} openapi > published.json`, there);
  const published = read('published.json');
  assert.deepEqual(
    published.servers.map((server) => server.url),
    ['http://localhost:4010'],
  );
  const [server] = published.servers;
  const document = await (await fetch(`${url}/v1/openapi.json`)).json();
  // This service has another port.
  assert.deepEqual(document, { ...published, servers: [{ ...server, url }] });
  write('api.json', JSON.stringify(document));

  for (const [name, text] of Object.entries(files)) write(name, text);
  await run('npm install --no-audit --no-fund --ignore-scripts', there);
  for (const [name, { generate, call }] of Object.entries(clients)) {
    await run(`npx ${generate}`, there);
    const email = `ana.${name}@example.com`;
    // For openapi-typescript, what has a default is required.
    const candidate = { firstName: 'Ana', lastName: 'Silva', email, metadata: {} };
    write(
      `call-${name}.ts`,
      call.replace('CANDIDATE', () => JSON.stringify(candidate)),
    );
  }
  await run('npx tsc -p .', there);
  for (const name of Object.keys(clients)) {
    const bundle = `--bundle --packages=external --format=esm --outfile=call-${name}.mjs`;
    await run(`npx esbuild call-${name}.ts --log-level=error ${bundle}`, there);
    const called = { ...there, env: { ...env, KEY: keys.full, SERVER: url } };
    const program = await run(`${process.execPath} call-${name}.mjs`, called);
    assert.match(program.out(), new RegExp(`"email":"ana\\.${name}@example\\.com"`));
  }

  await run('npx openapi2postmanv2 -s api.json -o postman.json', there);
  const request = document.paths['/v1/account'].get.summary;
  await run(
    `npx newman run postman.json --folder "${request}" --env-var bearerToken=${keys.full} --reporters json --reporter-json-export ran.json`,
    there,
  );
  const { executions } = read('ran.json').run;
  assert.deepEqual(
    executions.map(({ response }) => response.code),
    [200],
  );
} finally {
  await stop();
}
