/** A fault of the installation that a retry cannot repair. The message names the fix. */
export class SetupError extends Error {}
