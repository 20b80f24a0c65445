import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { bundleCommand } from '../../test/support/bundle-command.js';

const Described = z.object({
  url: z.string(),
  controlToken: z.string(),
  integrationId: z.string(),
  keys: z.object({ full: z.string() }),
});

/** Options for starting a process of the command. */
export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Arguments for Node, such as `--import`. */
  readonly node?: readonly string[];
  /** Default: the user of the test. */
  readonly uid?: number;
}

/** Starts the built command, on any free port. It ends with the test. */
export async function spawnCommand(
  flags: readonly string[],
  { env = {}, node = [], ...user }: CommandOptions = {},
) {
  const program = await bundleCommand();
  const child = spawn(process.execPath, [...node, program, '--json', '--port', '0', ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return { child, ended: once(child, 'close'), stderr: () => stderr };
}

/** Starts the command, and waits until it has printed how to use it. @throws Error with its output, if it ends before. */
export async function startCommand(flags: readonly string[], options: CommandOptions = {}) {
  const started = await spawnCommand(flags, options);
  const { child, stderr, ended } = started;
  for await (const line of createInterface(child.stdout)) {
    const description = Described.parse(JSON.parse(line));
    const { url, controlToken, keys } = description;
    const ask = async (path: string, token: string, body?: unknown) => {
      const response = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    return {
      ...started,
      ...description,
      call: (path: string, body?: unknown) => ask(path, keys.full, body),
      control: (path: string, body?: unknown) => ask(`/_sandbox${path}`, controlToken, body),
    };
  }
  await ended;
  throw new Error(stderr());
}

export type StartedCommand = Awaited<ReturnType<typeof startCommand>>;
