import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemHost } from '../src/host.js';
import { checksThat, proveAsJson, SECRET } from '../test/prove/run-prove.js';

const script = fileURLToPath(new URL('support/receiver.py', import.meta.url));
const python = spawnSync('python3', ['--version']);

// Real time and another language. The receiver reads one connection at a time, so two deliveries at once wait for each other.
test.skipIf(python.status !== 0).each([0, 0.2])(
  'a correct receiver in Python fails nothing, %d s for each delivery (needs python3)',
  async (delay) => {
    const child = spawn('python3', [script, SECRET, String(delay)]);
    onTestFinished(() => void child.kill());
    const [port] = await once(child.stdout, 'data');
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const args = [`${url}/webhooks`, '--probe', `${url}/probe`, '--timeout', '6'];
    const { report, exit } = await proveAsJson(args, systemHost);
    expect(report.checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    // It demands a Content-Length, and has one secret.
    expect(checksThat(report, 'advised')).toEqual(['chunked']);
    expect(checksThat(report, 'unproven')).toEqual(['new-secret', 'old-secret']);
    expect(exit).toBe(0);
  },
);
