import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { parse } from 'yaml';
import { z } from 'zod';
import { blocksIn, rulesFile } from './documents.js';

/** A Prometheus that scrapes the receiver once a second. */
export interface RunningPrometheus {
  readonly url: string;
  /** The result of an instant query. */
  query(expr: string): Promise<Sample[]>;
  /** The alerts that are pending or firing, by name. */
  activeAlerts(): Promise<ReadonlyMap<string, string>>;
  /** The rules that could not be evaluated, with the error. */
  brokenRules(): Promise<string[]>;
  stop(): Promise<void>;
}

/** One series of a result. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  /** Prometheus's text of the number. */
  readonly value: string;
}

const vector = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        value: z.tuple([z.number(), z.string()]),
      }),
    ),
  }),
});
const activeList = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.object({ alertname: z.string() }), state: z.string() })),
  }),
});
const ruleList = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() }),
        ),
      }),
    ),
  }),
});

const scrapeConfig = z.object({ scrape_configs: z.tuple([z.record(z.string(), z.unknown())]) });

/**
 * Starts Prometheus with the scrape of docs/operations.md and with the alerting rules.
 *
 * @param folder The folder of the program.
 * @param target `host:port` of the receiver's metrics.
 */
export async function startPrometheus(folder: string, target: string): Promise<RunningPrometheus> {
  const scratch = newFolder();
  const [scrape] = scrapeConfig.parse(parse(blocksIn('yaml')[0]?.code ?? '')).scrape_configs;
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rulesFile],
    scrape_configs: [{ ...scrape, static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML.
  writeFileSync(join(scratch, 'prometheus.yml'), JSON.stringify(config));
  const child = spawn(
    join(folder, 'prometheus'),
    [
      `--config.file=${scratch}/prometheus.yml`,
      `--storage.tsdb.path=${scratch}/data`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });

  async function get(path: string, parameters: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify({ parameters, answer })}`);
    return answer;
  }

  const listening = /Listening on.* address=(\S+)/;
  while (!log.includes('Server is ready') || !listening.test(log)) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended:\n${log}`);
    await Promise.race([once(child.stderr, 'data'), ended]);
  }
  const url = `http://${listening.exec(log)?.[1]}`;
  return {
    url,
    async query(expr) {
      const { data } = vector.parse(await get('query', { query: expr }));
      return data.result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
    },
    async activeAlerts() {
      const { data } = activeList.parse(await get('alerts'));
      return new Map(data.alerts.map(({ labels, state }) => [labels.alertname, state]));
    },
    async brokenRules() {
      const { data } = ruleList.parse(await get('rules'));
      return data.groups
        .flatMap(({ rules }) => rules)
        .filter(({ health }) => health !== 'ok')
        .map(({ name, health, lastError = '' }) => `${name}: ${health} ${lastError}`);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
