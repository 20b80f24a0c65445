import { labelOf } from './fields.js';
import { counted, wordsOf } from './words-of.js';

/** Why a property forbids an action, for properties whose values are not states. */
const sentences: Readonly<Record<string, string>> = {
  archived: 'It is archived.',
  custom: 'This belongs to the catalog and cannot be changed.',
  nextAttemptAt: 'An attempt is already due.',
  revokedAt: 'It is revoked.',
};

/** Why a property forbids an action: the values that would allow it, and its value. */
export function refusalOf(property: string, allowed: readonly unknown[], value: unknown): string {
  if (property === 'paused') return value === true ? 'It is paused.' : 'It is not paused.';
  const said = sentences[property];
  if (said !== undefined) return said;
  const wanted = allowed.map(stateOf).join(' or ');
  const what = property === 'phase' ? 'status' : labelOf(property).toLowerCase();
  return `Only possible while its ${what} is ${wanted}. It is ${stateOf(value)} now.`;
}

function stateOf(value: unknown): string {
  return value === null ? 'none' : `“${wordsOf(String(value)).toLowerCase()}”`;
}

/** The results of several replays. @param refused The reasons, by the ids of the deliveries that were not replayed. */
export function replaysInWords(replayed: number, refused: ReadonlyMap<string, string>): string {
  const byReason = new Map<string, string[]>();
  for (const [id, why] of refused) byReason.set(why, [...(byReason.get(why) ?? []), id]);
  const reasons = [...byReason].map(([why, ids]) => {
    const [first = '', ...others] = ids;
    const which = others.length === 0 ? first : `${first} and ${counted(others.length, 'other')}`;
    return ` Not replayed: ${which}. ${why}`;
  });
  return `${counted(replayed, 'delivery', 'deliveries')} will be attempted once more.${reasons.join('')}`;
}
