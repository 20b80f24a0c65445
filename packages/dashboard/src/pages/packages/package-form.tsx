import { useState } from 'react';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useOperation } from '../../api/use-operation.js';
import { Radios, withTick } from '../../ui/choice.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { formatMoney, Money, parseMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { counted, wordsOf } from '../../words/words-of.js';

type Package = Answer<'getPackage'>;

/** Makes a package, or changes one. It is not made from the schema, because the sum of the prices runs along. */
export function PackageForm({
  before,
  onDone,
  onCancel,
}: {
  /** The package to change. Without it, a new one is made. */
  before?: Package;
  onDone: (after: Package) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(before?.name ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(before?.checkTypeSlugs ?? []);
  const [choice, setChoice] = useState<PriceChoice>(before ? 'keep' : 'sum');
  const [amount, setAmount] = useState('');
  const cents = parseMoney(amount);
  const save = useChange(async (key) => {
    const own = choice === 'own' && cents !== undefined ? { priceCents: cents } : {};
    const body = { name, checkTypeSlugs: [...chosen], ...own };
    if (!before) return change(key, 'createPackage', { body });
    const sum = choice === 'sum' ? { priceCents: null } : {};
    return change(key, 'changePackage', { path: { id: before.id }, body: { ...body, ...sum } });
  });
  const problemOf = (param: string) =>
    save.problems.find((each) => each.param.split('.')[0] === param)?.message;
  return (
    <Form
      submit={before ? 'Save package' : 'Create package'}
      change={save}
      refusal={choice === 'own' && cents === undefined ? 'Enter a price such as 12.50.' : undefined}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      <Input
        label="Name"
        required
        value={name}
        error={problemOf('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <CheckTypePicker chosen={chosen} onChange={setChosen} error={problemOf('checkTypeSlugs')} />
      <PriceFields
        before={before}
        choice={choice}
        onChoice={setChoice}
        amount={amount}
        onAmount={setAmount}
        error={problemOf('priceCents')}
      />
    </Form>
  );
}

/** How the price of a package is set. The API does not tell whether a present price is a sum, so a change may keep it. */
type PriceChoice = 'keep' | 'sum' | 'own';

/** Fields for the price of a package. */
function PriceFields({
  before,
  choice,
  onChoice,
  amount,
  onAmount,
  error,
}: {
  before: Answer<'getPackage'> | undefined;
  choice: PriceChoice;
  onChoice: (choice: PriceChoice) => void;
  amount: string;
  onAmount: (amount: string) => void;
  error: string | undefined;
}) {
  const isWrong = amount !== '' && parseMoney(amount) === undefined;
  return (
    <Radios
      legend="Price"
      value={choice}
      options={[
        ...(before
          ? [['keep', `As it is, now ${formatMoney(before.priceCents, before.currency)}`] as const]
          : []),
        ['sum', 'The sum of its checks'],
        ['own', 'A price of its own'],
      ]}
      onChange={onChoice}
    >
      {choice === 'own' && (
        <Input
          label="Price in US dollars"
          required
          inputMode="decimal"
          placeholder="24.50"
          value={amount}
          error={isWrong ? 'Type an amount such as 24.50.' : error}
          onChange={({ target }) => onAmount(target.value)}
        />
      )}
    </Radios>
  );
}

/** Check types to tick, with the sum of the list prices of those that are ticked. */
function CheckTypePicker({
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
        <span>{counted(chosen.length, 'check')}, at list prices</span>
        {currency && <Money cents={sumOfListPrices(checkTypes, chosen)} currency={currency} />}
      </p>
    </fieldset>
  );
}

interface Priced {
  readonly slug: string;
  readonly listPriceCents: number;
}

/** The list prices of the chosen check types, added up. */
export function sumOfListPrices(checkTypes: readonly Priced[], chosen: readonly string[]): number {
  return checkTypes
    .filter(({ slug }) => chosen.includes(slug))
    .reduce((sum, { listPriceCents }) => sum + listPriceCents, 0);
}
