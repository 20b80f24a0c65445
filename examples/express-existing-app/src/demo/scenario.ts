import type { Stage } from './stage.js';

/** A titled list of steps, in order. */
export interface Scenario<On = Stage> {
  readonly title: string;
  readonly steps: readonly Step<On>[];
}

/** Something that happens between the service and the app, and what must come of it. */
export interface Step<On = Stage> {
  readonly what: string;
  /** Does it, and says what came of it. */
  readonly run: (stage: On) => Promise<string>;
  readonly expected: string;
}
