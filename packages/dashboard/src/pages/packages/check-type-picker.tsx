import { useOperation } from '../../api/use-operation.js';
import { wordsOf } from '../../resource/words-of.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { Money } from '../../ui/money.js';
import { withTick } from '../../ui/with-tick.js';
import { sumOfListPrices } from './sum-of-list-prices.js';

/** Check types to tick, with the sum of the list prices of those that are ticked. */
export function CheckTypePicker({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  error: string | undefined;
}) {
  const query = useOperation('listCheckTypes');
  if (query.isError) return <ErrorNote error={query.error} />;
  if (!query.data) return <Loading />;
  const checkTypes = query.data.data;
  const currency = checkTypes[0]?.currency;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">
        Checks <span aria-hidden="true">*</span>
      </legend>
      <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {checkTypes.map((each) => (
          <label key={each.slug} className="flex items-center gap-2 px-3 py-1.5 hover:bg-raised">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={chosen.includes(each.slug)}
              onChange={({ target }) => onChange(withTick(chosen, each.slug, target.checked))}
            />
            <span className="min-w-0 flex-1">
              {each.name} <span className="text-xs text-muted">{wordsOf(each.category)}</span>
            </span>
            <Money cents={each.listPriceCents} currency={each.currency} />
          </label>
        ))}
      </div>
      {error && <p className="text-xs text-bad">{error}</p>}
      <p role="status" className="flex justify-between gap-2 px-3 pt-1 font-medium">
        <span>
          {chosen.length} {chosen.length === 1 ? 'check' : 'checks'}, at list prices
        </span>
        {currency && <Money cents={sumOfListPrices(checkTypes, chosen)} currency={currency} />}
      </p>
    </fieldset>
  );
}
