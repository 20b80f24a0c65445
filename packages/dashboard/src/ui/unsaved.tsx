import { createContext, useContext, useEffect, useState } from 'react';

/** Something that is lost when its page or dialog closes: input, or a secret that is shown once. */
export class Unsaved {
  #isHeld = false;
  readonly #places: readonly Set<Unsaved>[];

  /** @param places The sets that contain it while it is held. */
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

/** Releases everything that a page holds, after somebody has agreed to lose it. */
export function releaseAll(place: ReadonlySet<Unsaved> = onPage): void {
  for (const each of [...place]) each.release();
}

/** The unsaved things of the surrounding dialog. `null` outside a dialog. */
export const UnsavedPlace = createContext<Set<Unsaved> | null>(null);

/** An {@link Unsaved} of the page and of the surrounding dialog. It is released when its component unmounts. */
export function useUnsaved(): Unsaved {
  const place = useContext(UnsavedPlace);
  const [unsaved] = useState(() => new Unsaved(place ? [onPage, place] : [onPage]));
  useEffect(() => unsaved.release, [unsaved]);
  return unsaved;
}
