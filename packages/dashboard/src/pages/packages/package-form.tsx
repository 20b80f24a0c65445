import { useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { textsOf } from '../../resource/form/body.js';
import { Field, type FormState } from '../../resource/form/field.js';
import type { FieldProps } from '../../resource/form/widgets.js';
import { Radios, Ticks } from '../../ui/choice.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { formatMoney, Money, parseMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { counted, wordsOf } from '../../words/words-of.js';

type Package = Answer<'getPackage'>;

const isAmount = (text: unknown) => typeof text !== 'string' || parseMoney(text) !== undefined;

/** The form of a package. @param before The package to change. Default: creates one. */
export function packageForm(before?: Package) {
  return {
    sent: ({ priceCents: price, ...body }: FormState['body']) => ({
      ...body,
      priceCents: typeof price === 'string' ? parseMoney(price) : price,
    }),
    fields: (
      <>
        <Field path="name" />
        <Field path="checkTypeSlugs" as={(props) => <CheckTypePicker {...props} />} />
        <Field path="priceCents" as={(props) => <PriceFields {...props} before={before} />} />
      </>
    ),
    when: ({ body }: FormState) => ({
      refusal: isAmount(body['priceCents']) ? undefined : 'Enter a price such as 12.50.',
    }),
  };
}

/**
 * The price of a package, as typed. `null` is the sum of its checks. `undefined` keeps the price; a new package then has the sum.
 * The API does not say whether the current price is a sum.
 */
function PriceFields({
  value,
  onChange,
  labels,
  before,
}: FieldProps & { before: Package | undefined }) {
  const [typed, setTyped] = useState('');
  const kept = before ? 'keep' : 'sum';
  const choice = value === undefined ? kept : value === null ? 'sum' : 'own';
  return (
    <Radios
      label="Price"
      value={choice}
      error={choice === 'own' ? undefined : labels.error}
      options={[
        ...(before
          ? [{ value: 'keep', shown: `Keep ${formatMoney(before.priceCents, before.currency)}` }]
          : []),
        { value: 'sum', shown: 'The sum of its checks' },
        { value: 'own', shown: 'Custom price' },
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
          error={typed === '' || isAmount(typed) ? labels.error : 'Type an amount such as 24.50.'}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value);
          }}
        />
      )}
    </Radios>
  );
}

function CheckTypePicker({ labels, value, onChange }: FieldProps) {
  const query = useOperation('listCheckTypes');
  if (query.isError) return <ErrorNote error={query.error} />;
  if (!query.data) return <Loading />;
  const ticked = textsOf(value);
  const checkTypes = query.data.data;
  const currency = checkTypes[0]?.currency;
  return (
    <Ticks
      {...labels}
      list="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
      row="flex items-start gap-2 px-3 py-1.5 hover:bg-raised"
      ticked={ticked}
      options={checkTypes.map(({ slug, name, category, listPriceCents, currency: of }) => ({
        value: slug,
        shown: (
          <span className="flex gap-2">
            <span className="min-w-0 flex-1">
              {name} <span className="text-xs text-muted">{wordsOf(category)}</span>
            </span>
            <Money cents={listPriceCents} currency={of} />
          </span>
        ),
      }))}
      onChange={onChange}
    >
      <p role="status" className="flex justify-between gap-2 px-3 pt-1 font-medium">
        <span>{counted(ticked.length, 'check')}, at list prices</span>
        {currency && <Money cents={sumOfListPrices(checkTypes, ticked)} currency={currency} />}
      </p>
    </Ticks>
  );
}

export function sumOfListPrices(
  checkTypes: readonly Item<'listCheckTypes'>[],
  chosen: readonly string[],
): number {
  return checkTypes
    .filter(({ slug }) => chosen.includes(slug))
    .reduce((sum, { listPriceCents }) => sum + listPriceCents, 0);
}
