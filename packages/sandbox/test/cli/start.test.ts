import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from './support/run-command.js';

const host = { env: {}, servicesFolder: `${tmpdir()}/no-services-here` };
const run = (...flags: string[]) => runCommand(['--port', '0', ...flags], host);

it('a busy port ends it with one sentence', async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void busy.close());
  const address = busy.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await run('--port', String(port))).toEqual({
    out: '',
    exit: 1,
    err: 'error: this port is taken. Pass another one: --port 4011, or --port 0 for any.\n',
  });
});

it.each([
  [['--nope'], "error: unknown option '--nope'\n"],
  [['--port', 'x'], 'Expected a number from 0 to 65535.'],
  [['--clock', 'soon'], 'Expected an ISO 8601 time.'],
  [['--rate-limit', '0'], 'Expected a whole number above 0, or off.'],
  [['--forward-to', 'file:///etc/passwd'], '--forward-to'],
  [['--forward-to', 'http://10.0.0.1/'], '--allow-net 10.0.0.1'],
  [['--allow-net', '10.0.0.0/99'], '10.0.0.0/99'],
  [['extra'], 'too many arguments'],
])('%j ends it with exit code 1', async (flags, message) => {
  const { exit, err } = await run(...flags);
  expect(err).toContain(message);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(exit).toBe(1);
});
