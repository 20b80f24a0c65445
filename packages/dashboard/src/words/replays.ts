import { counted } from './words-of.js';

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
