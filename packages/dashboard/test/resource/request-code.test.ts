import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningProgram, startProgram } from 'screening-webhooks-test-support/program';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { until } from 'screening-webhooks-test-support/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxApi } from '../../../sandbox/src/handle/api.js';
import { callService } from '../../../sandbox/src/handle/call-service.js';
import { sandboxControls } from '../../../sandbox/src/handle/controls.js';
import { urlOf } from '../../src/api/call.js';
import { operationRow } from '../../src/api/operations.js';
import {
  curlOfForm,
  type FormRequest,
  namesFiles,
  typescriptOfForm,
} from '../../src/resource/form/request-code.js';

const run = promisify(execFile);
const hard = `it's "said" \\ $HOME \`id\` $(id)\n\t🩺 Zoë 王小明 \u2028 */`;
const roster = new File(['firstName,lastName,email\nAda,Okafor,ada@example.com\n'], "a 'b'.csv", {
  type: 'text/csv',
});

let program: RunningProgram;
let service: {
  readonly url: string;
  readonly keys: { readonly full: string };
  readonly controlToken: string;
  readonly integrationId: string;
};

beforeAll(async () => {
  const main = new URL('../../../sandbox/src/cli/main.ts', import.meta.url);
  program = startProgram(main, 'start', '--port', '0', '--clock', '2026-01-01T00:00:00Z', '--json');
  await until(() => program.output().includes('\n'));
  service = JSON.parse(program.output().split('\n')[0] ?? '');
}, 90_000);
afterAll(async () => {
  program.child.kill();
  await program.ended;
});

/** A folder with the file. */
async function folderOfRoster(): Promise<string> {
  const folder = scratchFolder(import.meta.dirname);
  await writeFile(join(folder, roster.name), await roster.text());
  return folder;
}

/** Calls the service, which must not refuse it. */
async function send(method: string, path: string, body?: object | File) {
  const { url, keys, controlToken } = service;
  const key = path.startsWith('/v1/') ? keys.full : controlToken;
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': body instanceof File ? body.type : 'application/json',
    },
    ...(body && { body: body instanceof File ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text === '' ? {} : JSON.parse(text);
}

const newest = async (path: string) => (await send('GET', path)).data[0];

interface Case {
  readonly request: FormRequest;
  /** Reads the result. */
  readonly seen: () => Promise<unknown>;
  readonly expected: unknown;
}

/** Requests of forms, and their results. Each call creates a new case. */
const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'a body with quotes, lines and text outside ASCII': async () => ({
    request: {
      operation: 'createDocumentVerification',
      body: {
        documentConfigSlug: 'rn-license',
        integrationId: service.integrationId,
        state: 'CA',
        externalId: hard.slice(0, 20),
        formData: { holderName: hard },
        metadata: { 'order-id': hard, list: [1, { deep: [null, true] }], __left: undefined },
      },
    },
    seen: () => newest('/v1/document-verifications'),
    expected: {
      externalId: hard.slice(0, 20),
      formData: { holderName: hard },
      metadata: { 'order-id': hard, list: [1, { deep: [null, true] }] },
    },
  }),
  'a parameter of the path, and null': async () => {
    const { id } = await send('POST', '/v1/candidates', {
      firstName: 'Ada',
      lastName: 'Okafor',
      email: 'ada@example.com',
      externalId: 'before',
    });
    return {
      request: {
        operation: 'updateCandidate',
        path: { id },
        body: { firstName: "O'Neil", externalId: null },
      },
      seen: () => send('GET', `/v1/candidates/${id}`),
      expected: { firstName: "O'Neil", externalId: null },
    };
  },
  'no body': async () => {
    const { id } = await send('POST', '/v1/integrations', { name: 'Old' });
    return {
      request: { operation: 'archiveIntegration', path: { id } },
      seen: () => send('GET', `/v1/integrations/${id}`),
      expected: { status: 'archived' },
    };
  },
  'a query, and a body that is a file': async () => ({
    request: {
      operation: 'createBulkImport',
      query: { fileName: roster.name, roleId: undefined },
      body: roster,
    },
    seen: () => newest('/v1/bulk-imports'),
    expected: { fileName: roster.name },
  }),
  'a fault': async () => ({
    request: {
      operation: 'addFault',
      body: { kind: 'duplicate', match: { externalId: hard.slice(0, 9) }, times: null, params: {} },
    },
    seen: async () => (await send('GET', '/_sandbox/faults')).data,
    expected: [{ kind: 'duplicate', match: { externalId: hard.slice(0, 9) }, timesLeft: null }],
  }),
  'an event': async () => ({
    request: {
      operation: 'trigger',
      body: {
        via: 'direct',
        type: 'document_verification.failed',
        count: 1,
        set: { 'data.formData': { a: hard } },
        setText: { 'data.verified': 'true' },
      },
    },
    seen: () => newest('/v1/events'),
    expected: {
      type: 'document_verification.failed',
      data: { formData: { a: hard }, verified: true },
    },
  }),
};

const forgetFaults = () => send('DELETE', '/_sandbox/faults');

describe.each(Object.entries(cases))('%s', (_what, begin) => {
  test('is what the form sends', async () => {
    const { request, seen, expected } = await begin();
    const { operation, body } = request;
    const file = body instanceof File ? body : undefined;
    const { method } = operationRow(operation);
    await send(method, urlOf(operation, request), file ?? (body && Object(body)));
    expect(await seen()).toMatchObject(Object(expected));
    await forgetFaults();
  });

  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  test.skipIf(!hasCurl)('is done by curl, if there is one', async () => {
    const { request, seen, expected } = await begin();
    const { url, keys, controlToken } = service;
    const env = {
      PATH: process.env['PATH'],
      SCREENING_API_KEY: keys.full,
      SCREENING_CONTROL_TOKEN: controlToken,
    };
    const cwd = await folderOfRoster();
    await run('/bin/sh', ['-c', curlOfForm(request, url)], { cwd, env });
    expect(await seen()).toMatchObject(Object(expected));
    await forgetFaults();
  });

  test('is done by TypeScript with a sandbox', async () => {
    const { request, seen, expected } = await begin();
    const { url, keys, controlToken, integrationId } = service;
    const sandbox = {
      api: sandboxApi(fetch, url, keys.full),
      ...sandboxControls(callService(fetch, url, controlToken), integrationId),
    };
    const code = typescriptOfForm(request) ?? '';
    const imported = "import { readFile } from 'node:fs/promises';\n";
    const body = code.replace(imported, '');
    expect(code !== body).toBe(request.body instanceof File);
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const folder = await folderOfRoster();
    const inFolder = (name: string) => readFile(join(folder, name), 'utf8');
    await new AsyncFunction('sandbox', 'readFile', body)(sandbox, inFolder);
    expect(await seen()).toMatchObject(Object(expected));
    await forgetFaults();
  });
});

test('a file among others has a placeholder for its id, and a control without a method has no TypeScript', () => {
  const body = { formData: {}, fileIds: [new File([''], 'license.pdf')] };
  const request: FormRequest = {
    operation: 'submitDocumentVerification',
    path: { verificationId: 'dv_1' },
    body,
  };
  expect(namesFiles(request)).toBe(true);
  expect(typescriptOfForm(request)).toBe(
    `await sandbox.api.POST('/v1/document-verifications/{verificationId}/submit', {
  params: { path: { verificationId: "dv_1" } },
  body: { formData: {}, fileIds: ["<id of license.pdf>"] },
});
`,
  );
  expect(curlOfForm(request, 'http://localhost:4010')).toContain('"<id of license.pdf>"');
  expect(typescriptOfForm({ operation: 'saveSnapshot', body: { name: 'one' } })).toBeUndefined();
});

test('a name that would set the prototype of a literal does not', () => {
  const metadata = JSON.parse('{"__proto__": {"a": 1}, "b-c": 2}');
  const code = typescriptOfForm({ operation: 'trigger', body: { metadata } }) ?? '';
  const sent = new Function('sandbox', code.replace('await', 'return'))({
    trigger: (body: unknown) => body,
  });
  expect(JSON.stringify(sent)).toBe(JSON.stringify({ metadata }));
});
