// A local registry of our packages, as npm would serve them after a release. All other packages come from npm's registry.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

export const SCOPE = '@screening-webhooks';

/**
 * Packs staged packages and serves them.
 *
 * @param staged The result of `stagePackages`.
 * @param folder An empty folder, for the tarballs.
 * @returns `{ url, sizes, close }`: the sizes of the tarballs in bytes, by package name.
 */
export async function startScopeRegistry(staged, folder) {
  const folders = staged.map((each) => each.folder);
  const { ok, stdout, output } = await runCommand(
    'npm',
    ['pack', '--json', '--pack-destination', folder, ...folders],
    { cwd: folder },
  );
  if (!ok) throw new Error(`npm pack failed:\n${output}`);
  const tarballs = new Map(
    JSON.parse(stdout).map(({ name, filename }) => [name, readFileSync(join(folder, filename))]),
  );
  const manifests = new Map(staged.map(({ manifest }) => [manifest.name, manifest]));

  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(url);
    const tarball = tarballs.get(path.match(/^\/(.+)\.tgz$/)?.[1]);
    const name = path.slice(1);
    if (tarball) response.end(tarball);
    else if (manifests.has(name)) {
      const tarballUrl = `${address(server)}/${name}.tgz`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(manifests.get(name), tarballs.get(name), tarballUrl)));
    } else response.writeHead(404).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: address(server),
    sizes: new Map([...tarballs].map(([name, { length }]) => [name, length])),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const address = (server) => `http://127.0.0.1:${server.address().port}`;

/** A package with one version, as a registry describes it. */
function packument(manifest, bytes, tarball) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
