/** Something that waiting does not mend: its message names the cure. */
export class SetupError extends Error {}
