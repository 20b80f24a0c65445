import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningProgram, startNode } from '../../measure/program.js';

/** Starts a process of the built service on PostgreSQL. */
export async function startEngine(url: string): Promise<RunningProgram> {
  const command = new URL('../../../packages/sandbox/dist/esm/cli/main.js', import.meta.url);
  if (!existsSync(command)) throw new Error('The sandbox is not built: npm run build.');
  // It tells other commands of this user where it is.
  const folder = mkdtempSync(join(tmpdir(), 'screening-webhooks-bench-'));
  const env = { ...process.env, SCREENING_DATABASE_URL: url, XDG_RUNTIME_DIR: folder };
  try {
    const engine = await startNode([fileURLToPath(command), '--port', '0', '--json'], env);
    return {
      ...engine,
      async end() {
        await engine.end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
