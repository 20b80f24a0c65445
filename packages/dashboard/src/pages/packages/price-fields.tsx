import type { Answer } from '../../api/operations.js';
import { Input } from '../../ui/input.js';
import { formatMoney, parseMoney } from '../../ui/money.js';

/** How the price of a package is set. The API does not tell whether a present price is a sum, so a change may keep it. */
export type PriceChoice = 'keep' | 'sum' | 'own';

const labels = { sum: 'The sum of its checks', own: 'A price of its own' } as const;

/** Fields for the price of a package. */
export function PriceFields({
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
  const option = (value: PriceChoice, label: string) => (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="price"
        className="size-4 accent-accent"
        checked={choice === value}
        onChange={() => onChoice(value)}
      />
      {label}
    </label>
  );
  const isWrong = amount !== '' && parseMoney(amount) === undefined;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-muted">Price</legend>
      {before && option('keep', `As it is, now ${formatMoney(before.priceCents, before.currency)}`)}
      {option('sum', labels.sum)}
      {option('own', labels.own)}
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
    </fieldset>
  );
}
