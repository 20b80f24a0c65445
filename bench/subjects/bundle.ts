import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Row } from '../measure/row.js';

const sizeLimit = fileURLToPath(new URL('../../node_modules/size-limit/bin.js', import.meta.url));
const config = fileURLToPath(new URL('../bundle-sizes.mjs', import.meta.url));

interface Size {
  readonly name: string;
  /** Bytes after gzip. */
  readonly size: number;
  readonly sizeLimit?: number;
}

/** The bytes that each import adds to a bundle for workerd. Ratios: our budget to our size, `verifyEvent` to other libraries. */
export async function bundleSubject(): Promise<readonly Row[]> {
  const args = [sizeLimit, '--config', config, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const sizes: readonly Size[] = JSON.parse(stdout);
  const verifyEvent = sizes[0]?.size ?? Number.NaN;
  return sizes.map(({ name, size, sizeLimit: budget }) => ({
    subject: 'bundle',
    contest: 'for workerd',
    name: budget === undefined ? name : `${name}, against ${budget} B gzip`,
    figures: { gzip: size },
    ...(budget === undefined ? { ratio: verifyEvent / size } : { ratio: budget / size, budget: 1 }),
  }));
}
