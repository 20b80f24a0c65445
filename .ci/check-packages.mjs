// Checks the packages as a registry would serve them: our own rules, publint the manifest and the files, attw the types in every resolution
// mode.
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { problemsOfStaged } from './check-staged.mjs';
import { indented, inOrder, runCommand } from './command.mjs';
import { root } from './packages.mjs';
import { exampleRepository, repositoryUrl } from './repository.mjs';
import { inScratch } from './scratch.mjs';
import { stagePackages } from './stage-packages.mjs';

const url = repositoryUrl() ?? exampleRepository;

function lintStaged(staged) {
  const problems = problemsOfStaged(staged, url);
  return { ok: problems.length === 0, output: problems.join('\n') };
}

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

async function check(staged) {
  const contents = lintStaged(staged);
  // One after the other, because both pack the same folder.
  const publintResult = await lintManifest(staged);
  const attwResult = await resolveTypes(staged);
  return {
    name: staged.manifest.name,
    results: { contents, publint: publintResult, attw: attwResult },
  };
}

await inScratch('packages', async (scratch) => {
  for await (const { name, results } of inOrder(await stagePackages(scratch, url), check)) {
    const failures = Object.entries(results).filter(([, { ok }]) => !ok);
    const tools = failures.map(([tool]) => tool).join(', ');
    console.log(failures.length > 0 ? `not ok  ${name}: ${tools}` : `ok      ${name}`);
    for (const [, { output }] of failures) console.log(indented(output));
    if (failures.length > 0) process.exitCode = 1;
  }
});
