import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file of the built command. @throws Error when it is not built. */
export function command(): string {
  const built = new URL('../../../packages/sandbox/dist/esm/cli/main.js', import.meta.url);
  const file = fileURLToPath(built);
  if (!existsSync(file)) throw new Error('The sandbox is not built: npm run build.');
  return file;
}
