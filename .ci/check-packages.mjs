// Checks what a registry would serve: publint the manifest and the files, attw the types in every resolution mode.
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { indented, inOrder, runCommand } from './command.mjs';
import { publishedPackages, root } from './packages.mjs';

async function lintManifest({ folder, manifest }) {
  const { messages } = await publint({
    pkgDir: folder,
    pack: 'npm',
    level: 'warning',
    strict: true,
  });
  return {
    ok: messages.length === 0,
    output: messages
      .map((message) => `${message.type}: ${formatMessage(message, manifest)}`)
      .join('\n'),
  };
}

function resolveTypes({ folder }) {
  // The default profile: node10, node16 from CommonJS and from ES modules, and bundlers.
  return runCommand(
    join(root, 'node_modules/.bin/attw'),
    ['--pack', '.', '--format', 'ascii', '--no-color'],
    { cwd: folder },
  );
}

async function check(published) {
  // One after the other, because both pack the same folder.
  const publintResult = await lintManifest(published);
  const attwResult = await resolveTypes(published);
  return { name: published.manifest.name, results: { publint: publintResult, attw: attwResult } };
}

for await (const { name, results } of inOrder(publishedPackages(), check)) {
  const failures = Object.entries(results).filter(([, { ok }]) => !ok);
  const tools = failures.map(([tool]) => tool).join(', ');
  console.log(failures.length > 0 ? `not ok  ${name}: ${tools}` : `ok      ${name}`);
  for (const [, { output }] of failures) console.log(indented(output));
  if (failures.length > 0) process.exitCode = 1;
}
