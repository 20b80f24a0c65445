import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import type { PriceKind } from './price-draft.js';

interface CatalogEntry {
  readonly slug: string;
  readonly name: string;
  /** What the account of the partner pays. */
  readonly cents: number;
  /** What a tenant pays where nobody has set a price. Of a package it is not known: a tenant may change its own. */
  readonly listCents: number | undefined;
}

export interface Catalog {
  readonly entries: Readonly<Record<PriceKind, readonly CatalogEntry[]>>;
  readonly currency: string;
}

/** What every tenant can order. Undefined: it is not loaded. */
export function useCatalog(): { readonly catalog: Catalog | undefined; readonly error: unknown } {
  const checkTypes = useOperation('listCheckTypes');
  const packages = useList('listPackages');
  const error = checkTypes.error ?? packages.error;
  const [first] = checkTypes.data?.data ?? [];
  if (!first || !checkTypes.data || !packages.isSuccess) return { catalog: undefined, error };
  const entries = {
    packages: packages.rows
      .filter(({ custom }) => !custom)
      .map(({ slug, name, priceCents }) => ({
        slug,
        name,
        cents: priceCents,
        listCents: undefined,
      })),
    checkTypes: checkTypes.data.data.map(({ slug, name, listPriceCents }) => ({
      slug,
      name,
      cents: listPriceCents,
      listCents: listPriceCents,
    })),
  };
  return { catalog: { entries, currency: first.currency }, error };
}
