import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';

export const SECRET = 'whsec_example';

/** A running command of the example. */
export interface Command {
  /** Resolves with the first printed line that contains the text. Rejects when the command ends without it. */
  line(part: string): Promise<string>;
  /** Everything printed so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `src/<name>.ts` as `npm run <name>` does. */
export function start(name: string, env: Readonly<Record<string, string>>): Command {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', file];
  const child = spawn(process.execPath, flags, {
    env: { ...process.env, SCREENING_SECRET: SECRET, PORT: '0', ...env },
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    output: () => output,
    async line(part) {
      for (;;) {
        const found = output
          .split('\n')
          .slice(0, -1)
          .find((each) => each.includes(part));
        if (found !== undefined) return found;
        if (!running.has(child)) throw new Error(`${name} ended without "${part}":\n${output}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
      }
    },
    async kill(signal) {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
