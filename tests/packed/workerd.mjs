// workerd runs bundles.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

const START_MS = 10_000;

/** @returns the sources of the bundle, and the modules that it imports. */
export async function bundleForWorkerd(entry, outfile) {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd', 'worker', 'import'],
    // Left in, so that a bundle that imports them is reported with their names.
    external: ['node:*'],
    metafile: true,
    // Published files are bundles already: their source maps list the sources.
    sourcemap: 'external',
    write: false,
    logLevel: 'silent',
  });
  const [map, code] = outputFiles;
  writeFileSync(outfile, code.contents);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return { sources: JSON.parse(map.text).sources, imports: imports.map(({ path }) => path) };
}

/**
 * Starts workerd in a folder of bundles. `config` gives each of `sockets` port 0; workerd reports the actual ports on the
 * descriptor that --control-fd names.
 */
export async function serveInWorkerd(executable, folder, config, sockets) {
  writeFileSync(join(folder, 'workerd.capnp'), config);
  const child = spawn(executable, ['serve', 'workerd.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const stop = () => child.kill();
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`workerd ended (${code}) before it listened:\n${output}`);
  });
  const late = AbortSignal.timeout(START_MS);
  const tooLate = once(late, 'abort').then(() => {
    throw new Error(`workerd did not listen within ${START_MS / 1000} s:\n${output}`);
  });
  // Once it listens, these rejections are not handled anywhere else.
  failed.catch(() => {});
  tooLate.catch(() => {});
  try {
    const origins = await Promise.race([originsFrom(child.stdio[3], sockets), failed, tooLate]);
    return { origins, stop, output: () => output };
  } catch (error) {
    stop();
    throw error;
  }
}

async function originsFrom(control, sockets) {
  const origins = {};
  for await (const line of createInterface({ input: control })) {
    const { event, socket, port } = JSON.parse(line);
    if (event === 'listen') origins[socket] = `http://127.0.0.1:${port}`;
    if (sockets.every((name) => origins[name])) return origins;
  }
  // The exit of the process rejects instead.
  return new Promise(() => {});
}
