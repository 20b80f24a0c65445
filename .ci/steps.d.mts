/** A step of `.ci/run`. */
export interface Step {
  readonly name: string;
}

export const demo: Step;
export const build: Step;
export const lists: readonly (readonly Step[])[];
