import { eventTypes, verifyEvent } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { DocumentVerification } from '../../packages/sandbox/src/service/capabilities/verifications/wire.js';
import { catalogueModule, payloadOf } from './support/event-catalogue.js';
import { eventsPage } from './support/events-page.js';
import { blocksOf, sectionOf } from './support/load-block.js';

const type = 'document_verification.completed';

// `npx vitest run --project service docs/test/events-page.test.ts -u` rewrites the page and the module of the dashboard.
it('the page of events is that of the types and the fixtures', async () => {
  const page = await eventsPage();
  await expect(page).toMatchFileSnapshot('../events.md');
  for (const name of eventTypes.keys())
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \\w`, 'm'));
});

it('the dashboard shows the same types, fields and fixtures', async () => {
  const path = '../../packages/dashboard/src/api/generated/event-catalogue.ts';
  await expect(catalogueModule()).toMatchFileSnapshot(path);
});

it('each field of the record has its type in JSON, whether it may be null, and a sentence', async () => {
  const [table = ''] = /^\| field of `data`.*?\n\n/ms.exec(await eventsPage()) ?? [];
  const cell =
    /^\| `(\w+)` \| (?:string|boolean|integer|object|array of strings) \| (?:yes|no) \| .+\. \|$/gm;
  const fields = [...table.matchAll(cell)].map(([, name]) => name);
  expect(fields).toEqual(Object.keys(Object(Reflect.get(payloadOf(type), 'data'))));
  expect(fields).toHaveLength(17);
});

it('the sandbox sends the same fields, in the same order', () => {
  const { data } = Object(payloadOf(type));
  expect(Object.keys(DocumentVerification.shape)).toEqual(Object.keys(data));
});

it('the header that the page shows signs the body that it shows', async () => {
  const page = 'docs/events.md';
  const [http = ''] = blocksOf(sectionOf(page, '## A delivery'), 'http');
  const [json = ''] = blocksOf(sectionOf(page, `## \`${type}\``), 'json');
  const [, header] = /^Service-Signature: (.+)$/m.exec(http) ?? [];
  const body = JSON.stringify(JSON.parse(json));
  const now = () => Date.parse(JSON.parse(json).created);
  expect(await verifyEvent(body, header, { secret: 'whsec_example', now })).toEqual(
    payloadOf(type),
  );
});
