import type { CheckContext } from './check-context.js';
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
  | 'recovery';

/** One property that a receiver is tested for. */
export interface Check {
  /** Kebab-case and unique. `--only` and `--skip` accept it. */
  readonly name: string;
  readonly group: Group;
  /** `must`: required by the specification. `should`: a recommendation; a receiver that deviates is advised, not failed. */
  readonly level: 'must' | 'should';
  /** Describes what is sent. */
  readonly sends: string;
  readonly expected: string;
  /** What goes wrong with a receiver that does otherwise. */
  readonly why: string;
  /** The section of the specification. */
  readonly spec: string;
  /** Runs with no other check beside it: it loads the receiver, or its verdict depends on time. */
  readonly alone?: true;
  readonly run: (context: CheckContext) => Promise<Finding>;
}
