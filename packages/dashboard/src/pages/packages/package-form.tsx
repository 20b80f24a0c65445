import { useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { textsOf } from '../../resource/form/body.js';
import { Field } from '../../resource/form/field.js';
import { FormOf, type FormOfProps } from '../../resource/form/form-of.js';
import { type FieldProps, useField, useOperationForm } from '../../resource/form/use-form.js';
import { Radios, withTick } from '../../ui/choice.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { formatMoney, Money, parseMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { counted, wordsOf } from '../../words/words-of.js';

type Package = Answer<'getPackage'>;

/** Makes a package, or changes one. */
export function PackageForm({
  before,
  ...rest
}: Pick<FormOfProps<Package>, 'done' | 'onDone' | 'onCancel'> & {
  /** The package to change. Without it, a new one is made. */
  before?: Package;
}) {
  const [initial] = useState(
    before && { name: before.name, checkTypeSlugs: before.checkTypeSlugs },
  );
  const form = useOperationForm(before ? 'changePackage' : 'createPackage', {
    path: before && { id: before.id },
    initial,
    sent: ({ priceCents, ...body }) => ({
      ...body,
      priceCents: typeof priceCents === 'string' ? parseMoney(priceCents) : priceCents,
    }),
  });
  const { priceCents: price } = form.body;
  const isWrong = typeof price === 'string' && parseMoney(price) === undefined;
  return (
    <FormOf
      {...rest}
      form={form}
      submit={before ? 'Save package' : 'Create package'}
      refusal={isWrong ? 'Enter a price such as 12.50.' : undefined}
    >
      <Field path="name" />
      <Field path="checkTypeSlugs" as={CheckTypePicker} />
      <PriceFields before={before} />
    </FormOf>
  );
}

/**
 * The price of a package, as it is typed. Null: the sum of its checks. Undefined: it stays as it is, which is the sum for a new one.
 * The API does not tell whether a present price is a sum.
 */
function PriceFields({ before }: { before: Package | undefined }) {
  const { value, onChange, error } = useField('priceCents');
  const [typed, setTyped] = useState('');
  const kept = before ? 'keep' : 'sum';
  const choice = value === undefined ? kept : value === null ? 'sum' : 'own';
  const isWrong = typed !== '' && parseMoney(typed) === undefined;
  return (
    <Radios
      legend="Price"
      value={choice}
      error={choice === 'own' ? undefined : error}
      options={[
        ...(before
          ? [['keep', `As it is, now ${formatMoney(before.priceCents, before.currency)}`] as const]
          : []),
        ['sum', 'The sum of its checks'],
        ['own', 'A price of its own'],
      ]}
      onChange={(next) => onChange(next === 'own' ? typed : next === kept ? undefined : null)}
    >
      {choice === 'own' && (
        <Input
          label="Price in US dollars"
          required
          inputMode="decimal"
          placeholder="24.50"
          value={typed}
          error={isWrong ? 'Type an amount such as 24.50.' : error}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value);
          }}
        />
      )}
    </Radios>
  );
}

/** Check types to tick, with the sum of the list prices of those that are ticked. */
function CheckTypePicker({ label, value, onChange, error }: FieldProps) {
  const query = useOperation('listCheckTypes');
  if (query.isError) return <ErrorNote error={query.error} />;
  if (!query.data) return <Loading />;
  const chosen = textsOf(value);
  const checkTypes = query.data.data;
  const currency = checkTypes[0]?.currency;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">
        {label} <span aria-hidden="true">*</span>
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
        <span>{counted(chosen.length, 'check')}, at list prices</span>
        {currency && <Money cents={sumOfListPrices(checkTypes, chosen)} currency={currency} />}
      </p>
    </fieldset>
  );
}

/** The list prices of the chosen check types, added up. */
export function sumOfListPrices(
  checkTypes: readonly Item<'listCheckTypes'>[],
  chosen: readonly string[],
): number {
  return checkTypes
    .filter(({ slug }) => chosen.includes(slug))
    .reduce((sum, { listPriceCents }) => sum + listPriceCents, 0);
}
