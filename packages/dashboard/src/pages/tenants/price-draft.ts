import type { Answer } from '../../api/operations.js';
import { parseMoney, typedMoney } from '../../ui/money.js';

export type Pricing = Answer<'getPriceBook'>;
export type PriceKind = keyof Pricing;

type Typed = Readonly<Record<string, string>>;

/** Prices as they are typed, by kind and slug. Empty: no price is set. */
export type PriceDraft = Readonly<Record<PriceKind, Typed>>;

/** The draft that {@link readDraft} turns back into these prices. */
export function draftOf({ packages, checkTypes }: Pricing): PriceDraft {
  return { packages: typed(packages), checkTypes: typed(checkTypes) };
}

/** The prices of a draft. Undefined: a text is not an amount. */
export function readDraft({ packages, checkTypes }: PriceDraft): Pricing | undefined {
  if ([...Object.values(packages), ...Object.values(checkTypes)].some(isNoAmount)) return undefined;
  return { packages: amounts(packages), checkTypes: amounts(checkTypes) };
}

/** The draft with another text for one price. */
export function withPrice(
  draft: PriceDraft,
  kind: PriceKind,
  slug: string,
  text: string,
): PriceDraft {
  return { ...draft, [kind]: { ...draft[kind], [slug]: text } };
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
