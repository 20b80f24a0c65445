import type { Stage } from './stage.js';

/** A titled list of steps, in order. */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** Something that happens between the service and the app, and what must come of it. */
export interface Step {
  readonly what: string;
  /** Does it, and says what came of it. */
  readonly run: (stage: Stage) => Promise<string>;
  readonly expected: string;
}
