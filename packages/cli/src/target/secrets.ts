import type { Host } from '../host.js';
import { UsageError } from '../terminal/usage-error.js';

/** Where the signing secret is looked for when no option gives one. */
export const SECRET_VARIABLE = 'SCREENING_SECRET';

/**
 * The signing secrets of a command: those given by `--secret`, in their order, else the one in the environment.
 *
 * @throws UsageError when there is none, or one is empty or has white space around it. No message holds a secret.
 */
export function readSecrets(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): readonly [string, ...string[]] {
  const [first, ...others] = given ?? [];
  if (first !== undefined)
    return [checked(first, '--secret'), ...others.map((each) => checked(each, '--secret'))];
  const fromEnvironment = host.env[SECRET_VARIABLE];
  if (fromEnvironment === undefined) {
    throw new UsageError(
      `no signing secret; set ${SECRET_VARIABLE}, or give --secret with the one of your endpoint.`,
    );
  }
  return [checked(fromEnvironment, SECRET_VARIABLE)];
}

function checked(secret: string, source: string): string {
  if (secret === '') throw new UsageError(`${source} is empty; look whether the variable is set.`);
  if (secret.trim() !== secret) {
    throw new UsageError(
      `${source} has white space around it, which signing secrets have not; look for a newline at its end.`,
    );
  }
  return secret;
}
