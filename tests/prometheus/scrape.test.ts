import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { alerts, blocksIn, dashboardQueries } from './documents.js';
import { runCommands } from './page-commands.js';
import { type RunningPrometheus, type Sample, startPrometheus } from './running-prometheus.js';
import { seriesOf } from './series-of.js';
import { type ServedReceiver, serveReceiver } from './served-receiver.js';

// A real Prometheus scrapes a real receiver, so that the queries use names and labels that exist.

const found = inject('prometheus');
// Two scrapes at least.
const RATE_INTERVAL = '10s';
const queries = dashboardQueries(RATE_INTERVAL);

describe.skipIf('missing' in found)('a scraped receiver', () => {
  let receiver: ServedReceiver;
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    receiver = await serveReceiver();
    const folder = 'folder' in found ? found.folder : '';
    prometheus = await startPrometheus(folder, receiver.metrics);
  });
  afterAll(async () => {
    receiver?.close();
    await prometheus?.stop();
  });

  /** Delivers until the check passes. The test's timeout only ends a hang. */
  async function deliverUntil(isDone: () => Promise<boolean>): Promise<void> {
    do await receiver.deliverEachKind();
    while (!(await isDone()));
  }

  it('has the series that the staged receivers of the alerts have', async () => {
    const nameAndLabels = (series: string) => series.replaceAll(/="[^"]*"/g, '').split(/[{},]/);
    const form = (series: string) => nameAndLabels(series).filter(Boolean).sort().join();
    const formOf = ({ labels: { __name__: name = '', ...labels } }: Sample) =>
      [name, ...Object.keys(labels)].sort().join();
    const stored = async () => {
      const samples = await prometheus.query(
        '{job="receiver",__name__=~"(screening|messaging)_.+"}',
      );
      return [...new Set(samples.map(formOf))].sort();
    };
    const expected = async () => {
      const series = await seriesOf(receiver.exporter, receiver.metrics);
      const known = series.filter(([name]) => /^(?:screening|messaging)_/.test(name));
      return [...new Set(known.map(([name]) => form(name)))].sort();
    };
    await deliverUntil(async () => (await stored()).length === (await expected()).length);
    expect(await stored()).toEqual(await expected());
  });

  it('each panel of the dashboard has data', async () => {
    const empty = async () => {
      const results = await Promise.all(
        queries.map(async ({ panel, query }) => ({
          panel,
          query,
          samples: await prometheus.query(query),
        })),
      );
      return results.filter(({ samples }) => !samples.some(({ value }) => value !== 'NaN'));
    };
    await deliverUntil(async () => (await empty()).length === 0);
    expect(queries.length).toBeGreaterThan(15);
  });

  it('each alert and each query of the page can be evaluated', async () => {
    expect(await prometheus.brokenRules()).toEqual([]);
    for (const { code } of blocksIn('promql')) await prometheus.query(code);
  });

  it('the alerts that its deliveries cause are active, and no others', async () => {
    const expected = ['ScreeningDispatchesFail', 'ScreeningEventsAtRisk', 'ScreeningLeaseLost'];
    await deliverUntil(async () => (await prometheus.activeAlerts()).size >= expected.length);
    const active = await prometheus.activeAlerts();
    expect([...active.keys()].sort()).toEqual(expected);
    // The others wait for their `for`.
    expect(active.get('ScreeningLeaseLost')).toBe('firing');
  });

  it('each alert has three commands, and they work', async () => {
    const headings = alerts.map(({ annotations }) => annotations.runbook_url.split('#')[1]);
    const blocks = blocksIn('sh').filter(({ heading }) => heading !== 'What to alert on');
    const anchor = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');
    expect(blocks.map(({ heading }) => anchor(heading))).toEqual([...new Set(headings)]);
    const results = await runCommands(blocks, {
      folder: 'folder' in found ? found.folder : '',
      prometheus: prometheus.url,
      receiver,
    });
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    for (const { heading } of blocks) {
      expect(results.filter((result) => result.heading === heading)).toHaveLength(3);
    }
  });
});
