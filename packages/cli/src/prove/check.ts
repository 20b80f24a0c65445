import type { CheckContext, EmittedType } from './check-context.js';
import type { Finding } from './finding.js';

/** The topic of a check. `--only` and `--skip` accept it too. */
type Group =
  | 'events'
  | 'bytes'
  | 'header'
  | 'window'
  | 'rotation'
  | 'refusals'
  | 'handling'
  | 'duplicates'
  | 'load'
  | 'recovery'
  | 'whole-run';

/** One property that a receiver is tested for. No other check runs at the same time. */
export interface Check {
  /** Kebab-case and unique. `--only` and `--skip` accept it. */
  readonly name: string;
  readonly group: Group;
  /** `must`: required by the specification. `should`: a recommendation; a receiver that deviates is advised, not failed. */
  readonly level: 'must' | 'should';
  /** Describes the deliveries. */
  readonly sends: string;
  readonly expected: string;
  /** The harm that a receiver does otherwise. */
  readonly why: string;
  /** The section of the specification. */
  readonly spec: string;
  /** Sends a plain event of this type. When no genuine event passes, only such a check fails; the others are unproven. */
  readonly plain?: EmittedType;
  /** The check is about the whole run, and runs after all checks of single deliveries. */
  readonly last?: true;
  readonly run: (context: CheckContext) => Promise<Finding>;
}
