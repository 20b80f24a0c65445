import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForWorkerd, serveInWorkerd } from '../../../tests/packed/workerd.mjs';
import type { Count, Effort } from '../../measure/effort.js';
import { inTurns } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { secondRun } from '../../measure/rows-of.js';
import { deliveryOfSize, secret } from '../delivery-of-size.js';
import { againstFastest, BASELINE } from './against-fastest.js';

const CALLS: Count = { full: 2000, quick: 200 };

// Only the candidates by hand need nodejs_compat: our bundle imports nothing of Node.
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "bench", worker = (
    modules = [(name = "worker.mjs", esModule = embed "worker.bundle.mjs")],
    compatibilityDate = "2026-10-01",
    compatibilityFlags = ["nodejs_compat"]))],
  sockets = [(name = "bench", address = "127.0.0.1:0", http = (), service = "bench")],
);
`;

/** The candidates in workerd, timed from outside: the time of a request with many calls, minus a request without calls. */
export async function byHandInWorkerd(executable: string, effort: Effort): Promise<readonly Row[]> {
  const folder = fileURLToPath(new URL('../../dist/workerd', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const entry = fileURLToPath(new URL('worker.ts', import.meta.url));
  await bundleForWorkerd(entry, join(folder, 'worker.bundle.mjs'));
  const { origins, stop } = await serveInWorkerd(executable, folder, config, ['bench']);
  try {
    const { body, header } = await deliveryOfSize(1024);
    const post = async (path: string, calls: number): Promise<Response> => {
      const response = await fetch(`${origins['bench']}/${path}?calls=${calls}&secret=${secret}`, {
        method: 'POST',
        headers: { 'service-signature': header },
        body: new Uint8Array(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    };
    const time = async (path: string, calls: number): Promise<number> => {
      const start = performance.now();
      await (await post(path, calls)).text();
      return performance.now() - start;
    };
    const names: readonly string[] = await (await post('', 0)).json();
    const all = [...names, secondRun(BASELINE)];
    const times = await inTurns(effort, all, { rounds: 31, warmUp: 4 }, async (name) => {
      const path = encodeURIComponent(name.replace(secondRun(''), ''));
      const none = await time(path, 0);
      return (((await time(path, CALLS[effort])) - none) * 1000) / CALLS[effort];
    });
    return againstFastest(times);
  } finally {
    stop();
  }
}
