// The address of the repository. It stands once, in `repository` of the root package.json, and is empty until it is known.
import { relative } from 'node:path';
import { manifestOf, root } from './packages.mjs';

// npm accepts a provenance only for a public repository at GitHub or GitLab; the workflows are GitHub's.
const ADDRESS = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+(?<!\.git)$/;

/** @returns the URL, or undefined while it is not set. Throws an error if it is not an URL of GitHub. */
export function repositoryUrl() {
  const { repository = '' } = manifestOf(root);
  if (repository === '') return undefined;
  if (!ADDRESS.test(repository)) {
    throw new Error(
      `package.json: repository is ${JSON.stringify(repository)}, expected https://github.com/<owner>/<name>`,
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
