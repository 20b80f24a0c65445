import { Problem } from './problem.js';

/** What may happen to an object in some states. The table of a resource has one for each action. */
interface Transition<Status extends string> {
  readonly from: readonly Status[];
  /** Absent: the state stays. */
  readonly to?: Status;
  /** Who does it. */
  readonly by: 'caller' | 'service';
  /** What must be true besides the state. */
  readonly guard?: string;
  /** What happens besides the change of state. */
  readonly effects: readonly string[];
}

export type StateTable<Status extends string, Action extends string> = Readonly<
  Record<Action, Transition<Status>>
>;

/** The state after an action. @throws Problem 409 with `currentStatus` when the state forbids it. */
export function nextState<Status extends string, Action extends string>(
  table: StateTable<Status, Action>,
  action: Action,
  current: Status,
): Status {
  const { from, to = current } = table[action];
  if (from.includes(current)) return to;
  throw new Problem(
    'state_conflict',
    `${action} needs the status ${from.join(' or ')}; it is ${current}.`,
    { currentStatus: current },
  );
}
