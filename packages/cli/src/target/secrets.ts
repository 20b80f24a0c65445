import { UsageError } from '@screening-webhooks/terminal';
import type { Host } from '../host.js';

/** The environment variable that holds the signing secret when `--secret` is not given. */
export const SECRET_VARIABLE = 'SCREENING_SECRET';

type Secrets = readonly [string, ...string[]];

/**
 * The signing secrets of a command: the values of `--secret` in their order, else the one in the environment.
 *
 * @throws UsageError when no secret is given, or one is empty or has white space around it. No message contains a secret.
 */
export function readSecrets(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): Secrets {
  const secrets = readSecretsAsTheyAre(given, host);
  if (secrets.some((secret) => secret.trim() !== secret)) {
    throw new UsageError(
      'the signing secret has white space around it, often a newline at the end; remove the white space.',
    );
  }
  return secrets;
}

/**
 * The same, but accepts surrounding white space: `verify` reports what is wrong with such a secret.
 *
 * @throws UsageError when no secret is given, or one is empty.
 */
export function readSecretsAsTheyAre(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): Secrets {
  const fromEnvironment = host.env[SECRET_VARIABLE];
  const [first, ...others] = given ?? (fromEnvironment === undefined ? [] : [fromEnvironment]);
  if (first === undefined) {
    throw new UsageError(
      `no signing secret; set ${SECRET_VARIABLE}, or pass your endpoint's secret with --secret.`,
    );
  }
  if ([first, ...others].some((secret) => secret.trim() === '')) {
    throw new UsageError(
      `the signing secret is empty; check ${SECRET_VARIABLE} or the value of --secret.`,
    );
  }
  return [first, ...others];
}
