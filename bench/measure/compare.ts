import { type Candidate, contest } from './contest.js';
import type { Row } from './row.js';

/** A candidate, and what its ratio to the floor should be at least. */
export interface Contender {
  readonly run: Candidate;
  readonly budget?: number;
}

/** Times contenders against a floor. The floor runs twice: its ratio to itself is the noise of the contest. */
export async function compare(
  subject: string,
  floor: Candidate,
  contenders: Readonly<Record<string, Contender>>,
): Promise<readonly Row[]> {
  const runs = Object.entries(contenders).map(([name, { run }]) => [name, run] as const);
  const again = 'floor, again';
  const standings = await contest(
    { floor, [again]: () => floor(), ...Object.fromEntries(runs) },
    { rounds: 15, turn: 25 },
  );
  const same = standings.find(({ name }) => name === again);
  const noise = same ? Math.abs(1 - same.speed) + same.spread : 0;
  return standings.map(({ name, micros, speed }) => {
    const budget = contenders[name]?.budget;
    const row = { subject, name, micros, ratio: speed, noise };
    return budget === undefined ? row : { ...row, budget };
  });
}
