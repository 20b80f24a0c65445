import { useState } from 'react';
import type { LooseInput } from '../api/call.js';
import type { Answer, ChangeId } from '../api/operations.js';
import { Fields } from './form/field.js';
import { FormOf, type FormOfProps } from './form/form-of.js';
import { useOperationForm } from './form/use-form.js';

/** The form of an operation: a field for each property of its request body. The API checks it. */
export function OperationForm<Id extends ChangeId>({
  operation,
  path,
  query,
  initial,
  hidden,
  children,
  ...rest
}: FormOfProps<Answer<Id>> & {
  operation: Id;
  /** The values at the start. Those of hidden fields are sent as they are. */
  initial?: object | undefined;
  /** Properties of the body without a field. */
  hidden?: readonly string[] | undefined;
} & Pick<LooseInput, 'path' | 'query'>) {
  // What becomes of the object while the form is open is not entered into it.
  const [first] = useState(initial);
  const form = useOperationForm(operation, { path, query, initial: first });
  return (
    <FormOf form={form} {...rest}>
      <Fields hidden={hidden} />
      {children}
    </FormOf>
  );
}
