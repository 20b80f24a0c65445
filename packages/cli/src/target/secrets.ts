import type { Host } from '../host.js';
import { UsageError } from '../terminal/usage-error.js';

/** Where the signing secret is looked for when no option gives one. */
export const SECRET_VARIABLE = 'SCREENING_SECRET';

type Secrets = readonly [string, ...string[]];

/**
 * The signing secrets of a command: those given by `--secret`, in their order, else the one in the environment.
 *
 * @throws UsageError when there is none, or one is empty or has white space around it. No message holds a secret.
 */
export function readSecrets(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): Secrets {
  const secrets = readSecretsAsTheyAre(given, host);
  if (secrets.some((secret) => secret.trim() !== secret)) {
    throw new UsageError(
      'the signing secret has white space around it, which signing secrets have not; look for a newline at its end.',
    );
  }
  return secrets;
}

/**
 * The same, white space and all: for `verify`, which says what is wrong with it.
 *
 * @throws UsageError when there is none, or one is empty.
 */
export function readSecretsAsTheyAre(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): Secrets {
  const fromEnvironment = host.env[SECRET_VARIABLE];
  const [first, ...others] = given ?? (fromEnvironment === undefined ? [] : [fromEnvironment]);
  if (first === undefined) {
    throw new UsageError(
      `no signing secret; set ${SECRET_VARIABLE}, or give --secret with the one of your endpoint.`,
    );
  }
  if ([first, ...others].some((secret) => secret.trim() === '')) {
    throw new UsageError(
      `the signing secret is empty; look at ${SECRET_VARIABLE}, or at what --secret was given.`,
    );
  }
  return [first, ...others];
}
