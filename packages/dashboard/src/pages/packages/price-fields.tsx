import type { Answer } from '../../api/operations.js';
import { Input } from '../../ui/input.js';
import { formatMoney, parseMoney } from '../../ui/money.js';
import { Radios } from '../../ui/radios.js';

/** How the price of a package is set. The API does not tell whether a present price is a sum, so a change may keep it. */
export type PriceChoice = 'keep' | 'sum' | 'own';

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
