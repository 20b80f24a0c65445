let here: string | undefined;
let claims = 0;

/** A name for the owner of a claim, which no other claim has, in this process or elsewhere. */
export function newOwner(): string {
  // Not at the top of the module, where runtimes on the edge have no random numbers.
  here ??= crypto.randomUUID();
  claims += 1;
  return `${here}.${claims}`;
}
