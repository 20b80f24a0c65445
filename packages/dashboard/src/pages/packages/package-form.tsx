import { useState } from 'react';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { parseMoney } from '../../ui/money.js';
import { CheckTypePicker } from './check-type-picker.js';
import { type PriceChoice, PriceFields } from './price-fields.js';

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
      disabled={choice === 'own' && cents === undefined}
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
