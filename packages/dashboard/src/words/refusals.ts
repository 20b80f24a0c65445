import { labelOf } from './fields.js';
import { counted, wordsOf } from './words-of.js';

/** Why a property forbids what a button does, where its values are no states. */
const sentences: Readonly<Record<string, string>> = {
  archived: 'It is archived.',
  custom: 'Only what you have made can be changed: this is of the catalog.',
  nextAttemptAt: 'An attempt of it is due already.',
  revokedAt: 'It is revoked.',
};

/** Why a property forbids what a button does: what it would have to be, and what it is. */
export function refusalOf(property: string, allowed: readonly unknown[], value: unknown): string {
  if (property === 'paused') return value === true ? 'It is paused.' : 'It is not paused.';
  const said = sentences[property];
  if (said !== undefined) return said;
  const wanted = allowed.map(stateOf).join(' or ');
  const isState = property === 'status' || property === 'phase';
  const what = isState ? 'state' : labelOf(property).toLowerCase();
  return `Only while its ${what} is ${wanted}. Now it is ${stateOf(value)}.`;
}

function stateOf(value: unknown): string {
  return value === null ? 'none' : `“${wordsOf(String(value)).toLowerCase()}”`;
}

/** What has become of several replays. @param refused Why, by the ids of the deliveries that were not replayed. */
export function replaysInWords(replayed: number, refused: ReadonlyMap<string, string>): string {
  const byReason = new Map<string, string[]>();
  for (const [id, why] of refused) byReason.set(why, [...(byReason.get(why) ?? []), id]);
  const reasons = [...byReason].map(([why, ids]) => {
    const [first = '', ...others] = ids;
    const which = others.length === 0 ? first : `${first} and ${counted(others.length, 'other')}`;
    return ` Not replayed: ${which}. ${why}`;
  });
  return `${counted(replayed, 'delivery is', 'deliveries are')} attempted once more.${reasons.join('')}`;
}
