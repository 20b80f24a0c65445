import type { ComponentProps } from 'react';
import { Form } from '../../ui/form.js';
import { FormAround, type FormShared } from './use-form.js';

type FormProps = ComponentProps<typeof Form>;

export interface FormOfProps<Result> extends Omit<FormProps, 'change' | 'onSubmit'> {
  readonly onDone: (answer: Result) => void;
}

/** A form with its fields, which find what they hold by their paths. */
export function FormOf<Result>({
  form,
  onDone,
  ...rest
}: FormOfProps<Result> & {
  form: FormShared & {
    readonly change: FormProps['change'] & {
      readonly mutate: (input: undefined, options: { onSuccess: (answer: Result) => void }) => void;
    };
  };
}) {
  const { change } = form;
  return (
    <FormAround value={form}>
      <Form
        {...rest}
        change={change}
        onSubmit={() => change.mutate(undefined, { onSuccess: onDone })}
      />
    </FormAround>
  );
}
