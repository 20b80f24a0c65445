import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../measure/bundle-program.js';

/** A program that runs. */
export interface RunningProgram {
  /** What it printed when it was ready. */
  readonly first: string;
  /** The next line that it prints. */
  line(): Promise<string>;
  write(line: string): void;
  end(): void;
}

/** Starts a program of this folder, and resolves when it has printed its first line. */
export async function startProgram(
  program: URL,
  ...args: readonly string[]
): Promise<RunningProgram> {
  return start([await bundleProgram(program), ...args], process.env);
}

/** Starts a process of the built service on PostgreSQL. */
export async function startEngine(url: string): Promise<RunningProgram> {
  const command = new URL('../../../packages/sandbox/dist/esm/cli/main.js', import.meta.url);
  if (!existsSync(command)) throw new Error('The sandbox is not built: npm run build.');
  // It tells other commands of this user where it is.
  const folder = mkdtempSync(join(tmpdir(), 'screening-webhooks-bench-'));
  const env = { ...process.env, DATABASE_URL: url, XDG_RUNTIME_DIR: folder };
  const engine = await start([fileURLToPath(command), '--port', '0', '--json'], env);
  return {
    ...engine,
    end() {
      engine.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<RunningProgram> {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, args, { env });
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${args[0]} has ended.`);
    return value;
  };
  return {
    first: await line(),
    line,
    write: (text) => child.stdin.write(`${text}\n`),
    end: () => child.kill('SIGKILL'),
  };
}
