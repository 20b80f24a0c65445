import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** A bash that commands are typed into. */
export interface Terminal {
  /** Starts a program that runs until it is interrupted. The terminal ends with it. */
  start(command: string): void;
  /** Runs commands to their end, and resolves with their output. */
  run(commands: string): Promise<string>;
  /** Resolves with the whole output, once it contains this text. Rejects if the terminal ends without it. */
  sees(text: string): Promise<string>;
  /** Ends what runs, as Ctrl+C does, and the terminal with it. Resolves with all that was printed. */
  interrupt(): Promise<string>;
}

/** Opens a terminal in a folder. It ends with the test. */
export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  // A separate process group, so that a signal reaches all processes in it.
  const bash = spawn('bash', { cwd: folder, env, detached: true });
  let output = '';
  let ended = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  for (const stream of [bash.stdout, bash.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      wake();
    });
  }
  const closed = once(bash, 'close').then(() => {
    ended = true;
    wake();
  });
  // A terminal that has ended does not read.
  bash.stdin.on('error', () => {});

  function signal(name: NodeJS.Signals): void {
    if (!ended && bash.pid) process.kill(-bash.pid, name);
  }
  onTestFinished(() => signal('SIGKILL'));

  const sees = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = output.includes(text);
        if (!found && !ended) return;
        waiting.delete(look);
        if (found) resolve(output);
        else reject(new Error(`The terminal has ended without ${text}\n${output}`));
      };
      waiting.add(look);
      look();
    });

  let runs = 0;
  const type = (commands: string): void => {
    bash.stdin.write(`${commands}\n`);
  };
  return {
    start: (command) => type(`${command}\nexit`),
    async run(commands) {
      runs += 1;
      const start = output.length;
      const end = `\n[end of run ${runs}]\n`;
      type(`${commands}\nprintf '%s' '${end}'`);
      await sees(end);
      return output.slice(start, output.indexOf(end, start));
    },
    sees,
    async interrupt() {
      signal('SIGINT');
      await closed;
      return output;
    },
  };
}
