import { type HeaderPair, signatureOf } from 'screening-webhooks-delivery-input';
import {
  readNamedFile,
  STANDARD_INPUT,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';

/** The headers of a delivery that `--header` gives. */
export interface GivenHeaders {
  /** The value of `Service-Signature`. */
  readonly signature: string | undefined;
  readonly all: readonly HeaderPair[];
}

/**
 * Reads `--header`: whole lines (`Service-Signature: t=…`), or the value of `Service-Signature` alone.
 *
 * @param given In the order of the command line.
 */
export function readHeaders(given: readonly string[]): GivenHeaders {
  const all = given.map((text): HeaderPair => {
    const [, name, value] = /^([\w-]+):[ \t]*(.*)$/s.exec(text) ?? [];
    return name === undefined || value === undefined ? ['Service-Signature', text] : [name, value];
  });
  return { signature: signatureOf(all), all };
}

/**
 * Reads `--body`: `@file`, `-` or `@-` for standard input, or the text itself. The bytes are not changed: the signature covers them.
 *
 * @throws UsageError when the file cannot be read.
 */
export async function readBody(
  given: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Uint8Array> {
  if (given === STANDARD_INPUT) return readNamedFile(given, '--body', terminal);
  if (!given.startsWith('@')) return new TextEncoder().encode(given);
  if (given === '@') throw new UsageError('--body: name a file after @, such as @body.json.');
  return readNamedFile(given.slice(1), '--body', terminal);
}
