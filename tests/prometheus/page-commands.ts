import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixture, sign } from '@screening-webhooks/testing';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import type { ServedReceiver } from './served-receiver.js';
import { SECRET } from './staged-receiver.js';

/** The result of a command of the page. */
export interface CommandResult {
  readonly heading: string;
  readonly command: string;
  readonly ok: boolean;
  readonly output: string;
}

interface Setting {
  /** The folder of promtool. */
  readonly folder: string;
  /** The URL of Prometheus. */
  readonly prometheus: string;
  readonly receiver: ServedReceiver;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs each command of the blocks, in the order of the page. A command works if it exits with 0 and prints something. */
export async function runCommands(
  blocks: readonly { heading: string; code: string }[],
  { folder, prometheus, receiver }: Setting,
): Promise<CommandResult[]> {
  const scratch = scratchFolder();
  // The command line from its sources. Not through the command `tsx`, which kills a process 30 ms after an unanswered signal.
  const program = join(scratch, 'screening-webhooks');
  const flags = `--conditions=@screening-webhooks/source --import=${import.meta.resolve('tsx')}`;
  const main = `${root}packages/cli/src/main.ts`;
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' ${flags} '${main}' "$@"\n`);
  chmodSync(program, 0o700);
  const env = {
    ...process.env,
    PATH: `${scratch}:${folder}:${process.env['PATH']}`,
    URL: receiver.url,
    METRICS: `http://${receiver.metrics}/metrics`,
    PROMETHEUS: prometheus,
    SCREENING_SECRET: SECRET,
  };

  async function run(heading: string, command: string): Promise<CommandResult> {
    // Replaces the page's addresses, which the test cannot use.
    const adapted = command
      .replaceAll('http://localhost:3000', new URL(receiver.url).origin)
      .replaceAll('--port 4000', '--port 0');
    // `exec`, so that a signal reaches the command.
    const child = spawn('bash', ['-c', adapted.includes('|') ? adapted : `exec ${adapted}`], {
      cwd: scratch,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const closed = once(child, 'close');
    if (command.includes(' capture ')) {
      while (!output.includes('Ctrl-C stops') && child.exitCode === null)
        await Promise.race([once(child.stdout, 'data'), closed]);
      await deliverTo(`${/^Listening on (.+)$/m.exec(output)?.[1]}/webhooks/screening`);
      child.kill('SIGINT');
    }
    const [status] = await closed;
    return { heading, command, ok: status === 0 && output !== '', output };
  }

  const results: CommandResult[] = [];
  for (const { heading, code } of blocks) {
    for (const command of commandsOf(code)) results.push(await run(heading, command));
  }
  return results;
}

/** The commands of a block, without comments and with continued lines joined. */
function commandsOf(code: string): string[] {
  const lines = code.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

async function deliverTo(url: string): Promise<void> {
  const event = fixture('document_verification.completed', { id: 'evt_fine_captured' });
  const { headers, body } = await sign(event, { secret: SECRET });
  await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer();
}
