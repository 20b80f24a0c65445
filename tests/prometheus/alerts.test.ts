import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PermanentError } from '@screening-webhooks/core';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, inject, it } from 'vitest';
import { alerts, blocksIn, rulesFile } from './documents.js';
import { SECRET, type StagedReceiver, stageReceiver } from './staged-receiver.js';

// Prometheus's own rule tester evaluates the counts of a real receiver, minute by minute on a virtual clock. So no test
// waits, and the result does not depend on the speed of the machine.

const found = inject('prometheus');
const folder = 'folder' in found ? found.folder : '';

interface Alert {
  readonly name: string;
  /** The first and the last minute in which it fires. */
  readonly minutes: readonly [number, number];
  readonly labels?: Readonly<Record<string, string>>;
}

interface Expression {
  readonly expr: string;
  readonly minute: number;
  readonly samples: readonly { readonly labels: string; readonly value: number }[];
}

/** Runs the receiver for a number of minutes. */
async function play(
  receiver: StagedReceiver,
  minutes: number,
  each: (minute: number) => Promise<void>,
): Promise<void> {
  for (let minute = 0; minute <= minutes; minute += 1) {
    await each(minute);
    await receiver.scrape();
  }
}

/** Evaluates the rules and the expressions over the series of the receiver, with promtool. */
function evaluate(receiver: StagedReceiver, test: object): string {
  const file = join(scratchFolder(), 'test.yml');
  const tests = [{ interval: '1m', input_series: receiver.series(), ...test }];
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }),
  );
  const { status, stdout, stderr } = spawnSync(join(folder, 'promtool'), ['test', 'rules', file], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return status === 0 ? 'as expected' : shorten(`${stdout}${stderr}`);
}

/** The alert, the time and the difference, without the texts of the alerts. */
function shorten(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => !/^ *(?:Annotations:|\d+:|\]?,?) *$|Annotations:/.test(line));
  return lines.join('\n');
}

/** Expects that, in each minute, these alerts fire and no others. */
function expectAlerts(receiver: StagedReceiver, minutes: number, expected: readonly Alert[]): void {
  const cases = alerts.flatMap(({ alert, labels, annotations }) =>
    Array.from({ length: minutes + 1 }, (_, minute) => ({
      eval_time: `${minute}m`,
      alertname: alert,
      exp_alerts: expected
        .filter(({ name, minutes: [from, to] }) => name === alert && minute >= from && minute <= to)
        .map((fires) => ({
          exp_labels: { ...labels, ...fires.labels },
          exp_annotations: annotations,
        })),
    })),
  );
  expect(evaluate(receiver, { alert_rule_test: cases })).toBe('as expected');
}

function expectSamples(receiver: StagedReceiver, expressions: readonly Expression[]): void {
  const cases = expressions.map(({ expr, minute, samples }) => ({
    expr,
    eval_time: `${minute}m`,
    exp_samples: samples,
  }));
  expect(evaluate(receiver, { promql_expr_test: cases })).toBe('as expected');
}

const throwing = (error: Error) => () => {
  throw error;
};

describe.skipIf('missing' in found)(
  'the alerts of packages/opentelemetry/prometheus-alerts.yml',
  () => {
    it('none fires while genuine deliveries succeed and a few strangers try the URL', async () => {
      const receiver = stageReceiver();
      await play(receiver, 60, async (minute) => {
        await receiver.deliver();
        await receiver.deliver();
        if (minute % 10 === 0) await receiver.deliver({ secret: 'whsec_stranger' });
      });
      expectAlerts(receiver, 60, []);
    });

    it('a receiver that is down, from the second minute until it is back', async () => {
      const receiver = stageReceiver();
      await play(receiver, 30, async (minute) => {
        receiver.up = minute < 10 || minute >= 20;
        if (receiver.up) await receiver.deliver();
      });
      expectAlerts(receiver, 30, [{ name: 'ScreeningReceiverDown', minutes: [11, 19] }]);
    });

    it('failed deliveries, but not a single one among many', async () => {
      const receiver = stageReceiver();
      await play(receiver, 40, async (minute) => {
        receiver.handle = () => {};
        for (let index = 0; index < 9; index += 1) await receiver.deliver();
        if (minute === 2 || minute === 5 || minute >= 20)
          receiver.handle = throwing(new Error('down'));
        await receiver.deliver();
      });
      expectAlerts(receiver, 40, [{ name: 'ScreeningEventsAtRisk', minutes: [24, 40] }]);
    });

    it('deliveries that have stopped, although strangers still come', async () => {
      const receiver = stageReceiver();
      await play(receiver, 420, async (minute) => {
        if (minute <= 30) await receiver.deliver();
        if (minute % 10 === 0) await receiver.deliver({ secret: 'whsec_stranger' });
      });
      expectAlerts(receiver, 420, [{ name: 'ScreeningNothingArrives', minutes: [395, 420] }]);
    });

    it('deliveries that have never come', async () => {
      const receiver = stageReceiver();
      await play(receiver, 10, async () => {});
      expectAlerts(receiver, 10, [{ name: 'ScreeningNothingArrives', minutes: [5, 10] }]);
    });

    it('one delivery in hours and a deployment are not a stop', async () => {
      const receiver = stageReceiver();
      await play(receiver, 400, async (minute) => {
        if (minute === 200) receiver.restart();
        if (minute === 2 || minute === 350 || minute === 351) await receiver.deliver();
      });
      expectAlerts(receiver, 400, []);
    });

    it('signatures that do not match', async () => {
      const receiver = stageReceiver();
      await play(receiver, 40, async (minute) => {
        const secret = minute < 20 ? SECRET : 'whsec_rolled';
        await receiver.deliver({ secret });
        await receiver.deliver({ secret });
      });
      expectAlerts(receiver, 40, [{ name: 'ScreeningSignatureMismatch', minutes: [24, 40] }]);
    });

    it.each([
      ['behind', -90],
      ['ahead', 90],
    ])('a clock that is %s', async (_direction, skew) => {
      const receiver = stageReceiver();
      await play(receiver, 30, async (minute) => {
        await receiver.deliver({ skew: minute < 10 ? 1 : skew });
      });
      const labels = { instance: 'localhost:9464' };
      expectAlerts(receiver, 30, [{ name: 'ScreeningClockDrift', minutes: [15, 30], labels }]);
    });

    it('late acks', async () => {
      const receiver = stageReceiver();
      await play(receiver, 30, async (minute) => {
        receiver.handle = () => receiver.wait(minute < 10 ? 500 : 9000);
        await receiver.deliver();
      });
      expectAlerts(receiver, 30, [{ name: 'ScreeningAcksLate', minutes: [15, 30] }]);
    });

    it('an inbox that grows and then stands still', async () => {
      const receiver = stageReceiver();
      await play(receiver, 100, async (minute) => {
        await receiver.deliver();
        receiver.depth = Math.min(minute * 10, 500);
      });
      expectAlerts(receiver, 100, [{ name: 'ScreeningInboxGrows', minutes: [41, 100] }]);
    });

    it('a burst that the workers get through is not a growing inbox', async () => {
      const receiver = stageReceiver();
      await play(receiver, 60, async (minute) => {
        await receiver.deliver();
        if (minute === 10) receiver.depth = 1000;
        else receiver.depth = Math.max(0, receiver.depth - 30);
      });
      expectAlerts(receiver, 60, []);
    });

    it('events of the inbox that fail', async () => {
      const receiver = stageReceiver();
      await play(receiver, 40, async (minute) => {
        receiver.handle = () => {};
        await receiver.deliver();
        if (minute >= 20) receiver.handle = throwing(new Error('down'));
        await receiver.dispatch();
      });
      expectAlerts(receiver, 40, [{ name: 'ScreeningDispatchesFail', minutes: [26, 40] }]);
    });

    it('one lost lease, which also is a delivery that must be retried', async () => {
      let lost = false;
      const receiver = stageReceiver({
        dedupe: {
          claim: () => 'acquired',
          extend: () => true,
          commit: () => !lost,
          release: () => true,
        },
      });
      await play(receiver, 40, async (minute) => {
        for (let index = 0; index < 9; index += 1) await receiver.deliver();
        lost = minute === 10;
        await receiver.deliver();
        lost = false;
      });
      expectAlerts(receiver, 40, [{ name: 'ScreeningLeaseLost', minutes: [10, 24] }]);
    });

    it('one discarded event, of a delivery or of the inbox', async () => {
      const receiver = stageReceiver();
      await play(receiver, 70, async (minute) => {
        receiver.handle = () => {};
        await receiver.deliver();
        await receiver.dispatch();
        receiver.handle = throwing(new PermanentError('no such order'));
        if (minute === 10 || minute === 50) await receiver.deliver();
        if (minute === 30) await receiver.dispatch();
      });
      expectAlerts(receiver, 70, [
        { name: 'ScreeningEventDiscarded', minutes: [10, 24] },
        { name: 'ScreeningEventDiscarded', minutes: [30, 44] },
        { name: 'ScreeningEventDiscarded', minutes: [50, 64] },
      ]);
    });

    it('one genuine event that is refused', async () => {
      const receiver = stageReceiver();
      await play(receiver, 40, async (minute) => {
        await receiver.deliver();
        if (minute === 10) await receiver.deliver({ body: '{}' });
      });
      expectAlerts(receiver, 40, [{ name: 'ScreeningEventRefused', minutes: [10, 24] }]);
    });
  },
);

describe.skipIf('missing' in found)('the queries of a rotation', () => {
  const [usesOfNext, removable] = blocksIn('promql')
    .filter(({ heading }) => heading === 'Rotating the signing secret')
    .map(({ code }) => code);

  it('index 0 rises, and the old secret can be removed after an hour without a use', async () => {
    const receiver = stageReceiver({ secret: [SECRET, 'whsec_previous'] });
    await play(receiver, 120, async (minute) => {
      await receiver.deliver({ secret: minute < 20 ? 'whsec_previous' : SECRET });
    });
    expectSamples(receiver, [
      { expr: usesOfNext ?? '', minute: 19, samples: [] },
      {
        expr: `${usesOfNext} > 10`,
        minute: 60,
        samples: [{ labels: '{instance="localhost:9464"}', value: 15 }],
      },
      ...[10, 30, 78].map((minute) => ({ expr: removable ?? '', minute, samples: [] })),
      { expr: removable ?? '', minute: 80, samples: [{ labels: '{}', value: 0 }] },
    ]);
  });
});
