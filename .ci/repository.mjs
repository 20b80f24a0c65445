// The address of the repository. Its only source is `repository` of the root package.json, which is empty until it is known.
import { relative } from 'node:path';
import { manifestOf, root } from './packages.mjs';

// npm accepts provenance only for a public repository at GitHub or GitLab. The workflows are GitHub's.
const ADDRESS = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+(?<!\.git)$/;

/** Takes the place of the address until it is known, so that everything that depends on it is checked. */
export const exampleRepository = 'https://github.com/example/screening-webhooks';

/**
 * @param repository The address. Default: the one of package.json.
 * @returns the address, or `undefined` while it is not set. Throws an error if it is not an address at GitHub.
 */
export function repositoryUrl(repository = manifestOf(root).repository ?? '') {
  if (repository === '') return undefined;
  if (!ADDRESS.test(repository)) {
    throw new Error(
      `repository is ${JSON.stringify(repository)}, expected https://github.com/<owner>/<name>`,
    );
  }
  return repository;
}

/** The fields of a published manifest that name the repository. */
export function repositoryFields(url, folder) {
  const directory = relative(root, folder);
  return {
    homepage: `${url}/tree/main/${directory}#readme`,
    bugs: { url: `${url}/issues` },
    repository: { type: 'git', url: `git+${url}.git`, directory },
  };
}
