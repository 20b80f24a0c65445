import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { fillIn, invite } from '../../support/invite.js';
import { plainBrowser } from '../../support/plain-browser.js';
import { problem } from '../../support/problems.js';
import { orderReport } from '../../support/reports.js';
import { ownService, sharedService } from '../../support/service.js';

// "An endpoint can only subscribe to events the service actually emits" (spec section 6, rule 1): the two that are marked as
// coming soon are emitted only with `--preview-events`, and then labeled.

const url = 'http://localhost:9/webhooks/screening';
const coming = ['candidate.completed', 'report.completed'];
const account = { url, owner: 'account', eventTypes: coming };

describe('without the option', () => {
  const service = sharedService();

  it('nothing can subscribe to them', async () => {
    expect(await service().call('POST', '/v1/webhook-endpoints', account)).toMatchObject(
      problem(422, 'event_type_not_available'),
    );
    const types = await service().list('/v1/event-types');
    const found = types.filter(({ type }) => coming.includes(String(type)));
    expect(found.map(({ availability }) => availability)).toEqual(['coming_soon', 'coming_soon']);
  });
});

const document = describeApi();
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'doc', ...Object(document) });

/** The schema that the description of the API has for an event. */
function schemaOf(type: string) {
  const { schema } =
    Object(document)['webhooks'][type].post.requestBody.content['application/json'];
  return ajv.compile({ $ref: `doc${schema.$ref}` });
}

describe('with the option', () => {
  const service = ownService({ previewEvents: true });

  it('an endpoint of the account can, and one of an integration cannot', async () => {
    const created = await service().call('POST', '/v1/webhook-endpoints', account);
    expect(created).toMatchObject({ status: 201, body: { eventTypes: coming } });
    const { integrationId } = service().description;
    const body = { url, integrationId, eventTypes: coming };
    expect(await service().call('POST', '/v1/webhook-endpoints', body)).toMatchObject(
      problem(422, 'event_type_scope_mismatch'),
    );
    const types = await service().list('/v1/event-types');
    const found = types.filter(({ type }) => coming.includes(String(type)));
    expect(found.map(({ availability }) => availability)).toEqual(['preview', 'preview']);
  });

  it('a delivery and its event are labeled', async () => {
    const { body } = await service().call('POST', '/v1/webhook-endpoints', account);
    await service().call('POST', `/v1/webhook-endpoints/${body['id']}/test`, {
      eventType: 'report.completed',
    });
    await service().control('/clock', { settle: true });
    const [delivery] = await service().list('/v1/webhook-deliveries');
    const { body: shown } = await service().call(
      'GET',
      `/v1/webhook-deliveries/${delivery?.['id']}`,
    );
    expect(shown).toMatchObject({
      attempts: [{ requestHeaders: { 'Service-Event-Preview': '1' } }],
    });
    expect(await service().list('/v1/events')).toMatchObject([{ preview: true, test: true }]);
  });

  it.each(coming)('%s is as the description says, when it is sent and in a test', async (type) => {
    const { body } = await service().call('POST', '/v1/webhook-endpoints', account);
    await service().call('POST', `/v1/webhook-endpoints/${body['id']}/test`, { eventType: type });
    if (type === 'report.completed') {
      await orderReport(service());
      await service().control('/clock', { advance: '1d' });
    } else {
      const { url } = await invite(service());
      const review = await fillIn(service(), url);
      await plainBrowser(service().description.url).submit(review, {});
    }
    const events = (await service().list('/v1/events')).filter((event) => event['type'] === type);
    expect(events.map(({ test }) => test)).toEqual([true, false]);
    const fits = schemaOf(type);
    for (const { id, created, data } of events) {
      expect(fits({ id, type, created, data }), JSON.stringify(fits.errors)).toBe(true);
    }
    const [sample, real] = events.map(({ data }) => Object.keys(Object(data)));
    expect(sample).toEqual(real);
  });
});
