import { describe, expect, it } from 'vitest';
import { webhookEndpoints } from '../../../../src/service/db/schema/index.js';
import { fillIn, invite } from '../../../support/invite.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { getReport, orderReport } from '../../../support/reports.js';
import { ownService, sharedService } from '../../../support/service.js';

describe('with --preview-events', () => {
  const service = ownService({ previewEvents: true });
  const advance = (by: string) => service().control('/clock', { advance: by });
  const events = () => service().list('/v1/events?type=report.completed');

  it('a report that is complete emits one event, with the report as the API shows it', async () => {
    const { id } = await orderReport(service(), { lastName: 'Consider' });
    await advance('59m');
    expect(await events()).toEqual([]);
    await advance('60d');
    const report = await getReport(service(), id);
    expect(report).toMatchObject({ status: 'complete', result: 'consider' });
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ created: '2026-01-01T01:00:00.000Z', data: report });
    expect(await service().list(`/v1/events?subjectId=${id}`)).toEqual([event]);
    const [ordered] = await service().list(`/v1/api-requests?objectId=${id}`);
    expect(ordered).toMatchObject({ operationId: 'createReport', id: event?.['requestId'] });
  });

  it('so does one that ends by its suspension', async () => {
    await orderReport(service(), { lastName: 'Suspended' });
    await advance('60d');
    expect(await events()).toMatchObject([
      { created: '2026-01-31T00:01:00.000Z', data: { result: 'clear', includesCanceled: true } },
    ]);
  });

  it('an intake that is completed emits candidate.completed, with the candidate as the API shows them', async () => {
    const { candidate, url } = await invite(service());
    const browser = plainBrowser(service().description.url);
    await browser.submit(await fillIn(service(), url));
    const [event] = await service().list('/v1/events?type=candidate.completed');
    const { body } = await service().call('GET', `/v1/candidates/${candidate['id']}`);
    expect(event).toMatchObject({ integrationId: null, test: false, data: body });
    expect(Object.keys(Object(event?.['data']))).toEqual(Object.keys(body));
  });

  it('one that is canceled emits none', async () => {
    await orderReport(service(), { lastName: 'Canceled' });
    const { id } = await orderReport(service());
    await service().call('POST', `/v1/reports/${id}/cancel`);
    await advance('60d');
    expect(await events()).toEqual([]);
  });

  it('an endpoint gets what the report refers to, if it asks for it', async () => {
    const { sql, call } = service();
    const url = 'http://localhost:9/';
    const body = { url, owner: 'account', includeRelated: true };
    const { body: endpoint } = await call('POST', '/v1/webhook-endpoints', body);
    await sql.update(webhookEndpoints).set({ eventTypes: ['report.completed'] });
    const { candidateId, packageId } = await orderReport(service());
    await advance('1h');
    const [delivery] = await service().list(`/v1/webhook-deliveries?endpointId=${endpoint['id']}`);
    const shown = await call('GET', `/v1/webhook-deliveries/${delivery?.['id']}`);
    const candidate = (await call('GET', `/v1/candidates/${candidateId}`)).body;
    expect(JSON.parse(String(shown.body['requestBody']))).toMatchObject({
      type: 'report.completed',
      data: { candidateId, packageId },
      related: { candidate, package: { id: packageId, slug: 'essential' } },
    });
  });
});

describe('without', () => {
  const service = sharedService();

  it('there is no event', async () => {
    const { id } = await orderReport(service());
    await service().control('/clock', { advance: '60d' });
    expect(await getReport(service(), id)).toMatchObject({ status: 'complete' });
    expect(await service().list('/v1/events')).toEqual([]);
  });
});
