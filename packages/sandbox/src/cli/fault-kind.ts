import { faults, nearest } from '@screening-webhooks/testing/faults';
import { InvalidArgumentError } from 'screening-webhooks-terminal';
import { faultKinds, findKind } from '../service/faults/kinds.js';

/** Parses an option that is a kind of fault, also written with hyphens, or by a former name. */
export function faultKind(text: string): string {
  const known = findKind(text);
  if (known) return known.kind;
  const names = [...faultKinds, ...faults].map(({ kind }) => kind);
  const former = faults.flatMap(({ aliases }) => aliases);
  const meant = nearest(text.replaceAll('-', '_'), [...names, ...former]);
  throw new InvalidArgumentError(
    meant === undefined ? 'See screening-sandbox fault kinds.' : `Did you mean ${meant}?`,
  );
}
