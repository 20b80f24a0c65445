import type { Answer } from '../../api/operations.js';
import { type Body, bodyOf } from '../../resource/form/body.js';
import { parseMoney, typedMoney } from '../../ui/money.js';

export type Pricing = Answer<'getPriceBook'>;

type Typed = Readonly<Record<string, string>>;

/** The prices as editable text, by kind and slug: the inverse of {@link readDraft}. Empty where no price is set. */
export function draftOf({ packages, checkTypes }: Pricing): Record<keyof Pricing, Typed> {
  return { packages: typed(packages), checkTypes: typed(checkTypes) };
}

export function typedIn(draft: Body, kind: keyof Pricing): Typed {
  return Object.fromEntries(
    Object.entries(bodyOf(draft[kind])).map(([slug, text]) => [slug, String(text)]),
  );
}

/** The prices of a draft. `undefined` if a text is not an amount. */
export function readDraft(draft: Body): Pricing | undefined {
  const [packages, checkTypes] = [typedIn(draft, 'packages'), typedIn(draft, 'checkTypes')];
  if ([...Object.values(packages), ...Object.values(checkTypes)].some(isNoAmount)) return undefined;
  return { packages: amounts(packages), checkTypes: amounts(checkTypes) };
}

/** Whether a typed price is neither empty nor an amount. */
export function isNoAmount(text: string): boolean {
  return text.trim() !== '' && parseMoney(text) === undefined;
}

function typed(cents: Readonly<Record<string, number>>): Typed {
  return Object.fromEntries(Object.entries(cents).map(([slug, each]) => [slug, typedMoney(each)]));
}

function amounts(texts: Typed): Record<string, number> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([slug, text]) => {
      const cents = parseMoney(text);
      return cents === undefined ? [] : [[slug, cents] as const];
    }),
  );
}
