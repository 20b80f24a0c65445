import type { FC } from 'hono/jsx';
import { Checkbox, ErrorSummary, type FieldError, TextArea } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import type { DisputeView } from './dispute-view.js';

interface DisputeFormProps {
  readonly view: DisputeView;
  readonly address: string;
  /** The form that was sent and refused. Undefined: none yet, so everything is chosen. */
  readonly form: SentForm | undefined;
  readonly errors: readonly FieldError[];
}

/** Where a candidate says what is wrong with the report. */
export const DisputeForm: FC<DisputeFormProps> = ({ view, address, form, errors }) => {
  const { action, brand, findings, show } = view;
  return (
    <>
      <ErrorSummary errors={errors} />
      <p>
        <bdi>{brand.name}</bdi> may decide not to engage you because of the findings below. If one
        of them is wrong or incomplete, tell us. Until your dispute is resolved, nothing is decided.
      </p>
      <dl>
        <dt>Notice sent</dt>
        <dd>{show(action.preNoticeSentAt)}</dd>
        {action.finalNoticeEligibleAt && (
          <>
            <dt>The decision can become final from</dt>
            <dd>{show(action.finalNoticeEligibleAt)}</dd>
          </>
        )}
      </dl>
      <form method="post" action={address} novalidate>
        <fieldset>
          <legend>What is wrong?</legend>
          {findings.map(({ value, text }) => (
            <Checkbox
              id={`finding-${value}`}
              name="findings"
              value={value}
              checked={!form || form.texts('findings').includes(value)}
              errors={errors}
            >
              <bdi>{text}</bdi>
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          id="statement"
          label="Why is it wrong?"
          hint="Do not write a whole Social Security number."
          rows={8}
          required
          value={form?.text('statement') ?? ''}
          errors={errors}
        />
        <button type="submit">Send the dispute</button>
      </form>
    </>
  );
};
