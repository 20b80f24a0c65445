import { useState } from 'react';
import { call } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { ProblemError } from '../../api/problem-error.js';
import { useChange } from '../../api/use-operation.js';
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
  const save = useChange(async () => {
    const own = choice === 'own' && cents !== undefined ? { priceCents: cents } : {};
    const body = { name, checkTypeSlugs: [...chosen], ...own };
    if (!before) return call('createPackage', { body });
    const sum = choice === 'sum' ? { priceCents: null } : {};
    return call('changePackage', { path: { id: before.id }, body: { ...body, ...sum } });
  });
  const problems = save.error instanceof ProblemError ? save.error.fields : [];
  const problemOf = (param: string) =>
    problems.find((each) => each.param.split('.')[0] === param)?.message;
  return (
    <Form
      submit={before ? 'Save package' : 'Create package'}
      pending={save.isPending}
      error={save.error}
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
