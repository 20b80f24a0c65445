import type { Bench } from './bench.js';
import type { Finding } from './finding.js';

/** What a row is about. `--only` and `--skip` take these too. */
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

/** One thing that a receiver is tried on. */
export interface Row {
  /** Kebab-case, unique: `--only` and `--skip` take it. */
  readonly name: string;
  readonly group: Group;
  /** `must`: the specification asks for it. `should`: it does not, and a receiver that does otherwise is advised, not failed. */
  readonly level: 'must' | 'should';
  /** What goes over the wire, in words. */
  readonly sends: string;
  readonly expected: string;
  /** What happens to the people who run a receiver that does otherwise. */
  readonly why: string;
  /** Section of the specification. */
  readonly spec: string;
  /** Runs with no other row beside it. */
  readonly alone?: true;
  readonly run: (bench: Bench) => Promise<Finding>;
}
