import { UsageError } from 'screening-webhooks-terminal';
import type { Host } from '../host.js';

/** The environment variable that holds the signing secret when `--secret` is not given. */
export const SECRET_VARIABLE = 'SCREENING_SECRET';

/** A signing secret, and the name of its endpoint if `--secret` gives one. */
export interface NamedSecret {
  readonly name?: string;
  readonly secret: string;
}

/** The signing secrets of a command, in their order. There is at least one. */
type List<Item> = readonly [Item, ...Item[]];

/**
 * The signing secrets of a command: the values of `--secret` in their order, without names, else the one in the environment.
 *
 * @throws UsageError when no secret is given, or one is empty or has white space around it. No message contains a secret.
 */
export function readSecrets(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): List<string> {
  const [first, ...others] = readNamedSecrets(given, host);
  const secrets: List<string> = [first.secret, ...others.map(({ secret }) => secret)];
  if (secrets.some((secret) => secret.trim() !== secret)) {
    throw new UsageError(
      'the signing secret has white space around it, often a newline at the end; remove the white space.',
    );
  }
  return secrets;
}

/**
 * The same with the names of the endpoints, but accepts white space around a secret, because `verify` reports it.
 *
 * @throws UsageError when no secret is given, or one is empty.
 */
export function readNamedSecrets(
  given: readonly string[] | undefined,
  host: Pick<Host, 'env'>,
): List<NamedSecret> {
  const fromEnvironment = host.env[SECRET_VARIABLE];
  const [first, ...others] =
    given?.map(parseSecret) ??
    // An app reads the variable as it is, so a name in it is an error that `verify` reports.
    (fromEnvironment === undefined ? [] : [{ secret: fromEnvironment }]);
  if (first === undefined) {
    throw new UsageError(
      `no signing secret; set ${SECRET_VARIABLE}, or pass your endpoint's secret with --secret.`,
    );
  }
  if ([first, ...others].some(({ secret }) => secret.trim() === '')) {
    throw new UsageError(
      `the signing secret is empty; check ${SECRET_VARIABLE} or the value of --secret.`,
    );
  }
  return [first, ...others];
}

/**
 * Parses `whsec_…` or `name=whsec_…`. A name is in lower case, and the secret behind it begins with a prefix, so that neither a
 * secret with `=` in it nor a pasted `SCREENING_SECRET=whsec_…` is split.
 */
function parseSecret(text: string): NamedSecret {
  const [, name, secret] = /^([a-z\d][a-z\d._-]*)=([a-z]+_.*)$/s.exec(text) ?? [];
  return name === undefined || secret === undefined ? { secret: text } : { name, secret };
}
