import { setTimeout as sleep } from 'node:timers/promises';
import { ask, listAll } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import { clientOf, startService, troubles } from '../service/drill.mjs';
import { until } from '../until.mjs';

const PROCESSES = 3;
const ORDERS = 100;
// A load balancer considers a slower process dead.
const HEALTH_LIMIT_MS = 2000;
const OTHER_LIMIT_MS = 10_000;
const LIMIT_MS = 60_000;
const CREATE_LIMIT_MS = 30_000;
// A configuration falls back to shorter patterns if these are refused.
const patterns = [16, 8, 4, 2, 1].map((parts) => '\\d{99}'.repeat(parts));
const pdf = '%PDF-1.7 of an order\n';

/** Orders that compute for as long as the API allows. Other processes and other tenants must not notice. */
export const scenario = {
  name: 'the service: orders that compute for long',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService();
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startService(stage, { program })),
    );
    const [a] = services;
    const { integrationId } = a.description;
    const other = await provision(a);
    await createConfig(clientOf(a));
    const fileIds = [await upload(clientOf(a))];

    const slow = [];
    let isPolled = true;
    const polls = services.map(async (service, index) => {
      while (isPolled) {
        const ms = await timeOfHealth(service.url);
        if (ms > HEALTH_LIMIT_MS) slow.push(`process ${index}: ${Math.round(ms)} ms`);
        await sleep(50);
      }
    });
    try {
      const body = { documentConfigSlug: 'long', state: 'CA', integrationId, fileIds };
      const send = (index) => create(clientOf(services[index % PROCESSES]), body);
      const refused = [];
      await Promise.all(
        Array.from({ length: ORDERS }, (_, index) =>
          send(index).catch((error) => refused.push(error.message)),
        ),
      );
      const start = performance.now();
      const verified = await isVerified(other, OTHER_LIMIT_MS).catch(() => false);
      const otherMs = Math.round(performance.now() - start);
      const open = async () =>
        (await listAll(clientOf(a), '/v1/document-verifications')).filter(({ status }) =>
          ['PENDING', 'PROCESSING'].includes(status),
        );
      // A blocked process does not answer this request either.
      let left = [{ verificationId: 'not known' }];
      await until(async () => {
        left = await open().catch(() => left);
        return left.length === 0;
      }, LIMIT_MS);
      return {
        refused,
        'other tenant': verified ? [] : [`not verified after ${otherMs} ms`],
        'not ended': left.map(({ verificationId }) => verificationId),
        'stood still': slow,
        troubles: troubles(...services),
      };
    } finally {
      isPolled = false;
      await Promise.all(polls);
    }
  },
};

/** @returns the client of a new tenant. */
async function provision(service) {
  const body = {
    facilityName: 'Other',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
  };
  const made = await ask(clientOf(service), { method: 'POST', path: '/v1/partner/tenants', body });
  return { url: service.url, key: made.secretKey, integrationId: made.integrationId };
}

/** The source denies every document, so the service reads it as often as it retries. */
async function createConfig(client) {
  for (const pattern of patterns) {
    const fields = Array.from({ length: 50 }, (_, index) => ({
      key: `f${index}`,
      required: true,
      pattern: index === 0 ? '[A]{5}' : pattern,
    }));
    const body = {
      slug: 'long',
      name: 'Long',
      checkTypeSlug: 'certification',
      requiresFiles: true,
      sourceSlug: 'sbx-npi',
      fields,
    };
    const refusal = await ask(client, { method: 'POST', path: '/v1/document-configs', body }).then(
      () => undefined,
      (error) => error,
    );
    if (!refusal) return;
    if (!refusal.message.includes(': 422 ')) throw refusal;
  }
  throw new Error('No pattern was accepted.');
}

async function upload({ url, key }) {
  const form = new FormData();
  form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'document.pdf');
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/files`, { method: 'POST', headers, body: form });
  return (await response.json()).id;
}

function create(client, body, limit = CREATE_LIMIT_MS) {
  return ask(client, { method: 'POST', path: '/v1/document-verifications', body, limit });
}

async function isVerified({ integrationId, ...client }, limit) {
  const start = performance.now();
  const body = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
  const formData = { licenseNumber: 'RN1234' };
  const { verificationId } = await create(client, { ...body, formData }, limit);
  const path = `/v1/document-verifications/${verificationId}`;
  const left = limit - (performance.now() - start);
  return until(async () => {
    const found = await ask(client, { path }).catch(() => undefined);
    return found?.status === 'VERIFIED';
  }, left);
}

async function timeOfHealth(url) {
  const start = performance.now();
  await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) })
    .then((response) => response.arrayBuffer())
    .catch(() => {});
  return performance.now() - start;
}
