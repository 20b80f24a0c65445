import { createContext, useContext, useEffect, useState } from 'react';

/** Something that is lost when its place closes: input, or a secret that is shown once. */
export class Unsaved {
  #isHeld = false;
  readonly #places: readonly Set<Unsaved>[];

  /** @param places Where it is counted, while it is held. */
  constructor(places: readonly Set<Unsaved>[]) {
    this.#places = places;
  }

  readonly hold = (): void => {
    if (this.#isHeld) return;
    this.#isHeld = true;
    for (const place of this.#places) place.add(this);
  };

  readonly release = (): void => {
    this.#isHeld = false;
    for (const place of this.#places) place.delete(this);
  };
}

const onPage = new Set<Unsaved>();

export function hasUnsaved(): boolean {
  return onPage.size > 0;
}

/** Lets go of all that a page holds: somebody has agreed to lose it. */
export function releaseAll(place: ReadonlySet<Unsaved> = onPage): void {
  for (const each of [...place]) each.release();
}

/** What the dialog around holds. Null: there is no dialog. */
export const UnsavedPlace = createContext<Set<Unsaved> | null>(null);

/** Something that may come to be held by the page, and by the dialog around. It goes with its component. */
export function useUnsaved(): Unsaved {
  const place = useContext(UnsavedPlace);
  const [unsaved] = useState(() => new Unsaved(place ? [onPage, place] : [onPage]));
  useEffect(() => unsaved.release, [unsaved]);
  return unsaved;
}
