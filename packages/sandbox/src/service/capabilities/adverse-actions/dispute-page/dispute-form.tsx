import type { FC } from 'hono/jsx';
import { Checkbox, ErrorSummary, type FieldError, TextArea } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import type { DisputeView } from './dispute-view.js';

interface DisputeFormProps {
  readonly view: DisputeView;
  readonly address: string;
  /** The form that was sent and refused: `undefined` if none was sent yet. */
  readonly form: SentForm | undefined;
  readonly errors: readonly FieldError[];
}

/** The form in which a candidate says what is wrong with the report. */
export const DisputeForm: FC<DisputeFormProps> = ({ view, address, form, errors }) => {
  const { action, brand, findings, show } = view;
  return (
    <>
      <ErrorSummary errors={errors} />
      <p>
        <bdi>{brand.name}</bdi> may decide not to engage you because of the findings below. If a
        finding is wrong or incomplete, dispute it here. Nothing is decided until your dispute is
        resolved.
      </p>
      <dl>
        <dt>Notice sent</dt>
        <dd>{show(action.preNoticeSentAt)}</dd>
        {action.finalNoticeEligibleAt && (
          <>
            <dt>The decision can become final on or after</dt>
            <dd>{show(action.finalNoticeEligibleAt)}</dd>
          </>
        )}
      </dl>
      <form method="post" action={address} novalidate>
        <fieldset aria-describedby="findings-hint">
          <legend>Which findings do you dispute?</legend>
          <p class="hint" id="findings-hint">
            Select at least one. You dispute only the findings that you select.
          </p>
          {findings.map(({ value, text }) => (
            <Checkbox
              id={`finding-${value}`}
              name="findings"
              value={value}
              checked={form?.texts('findings').includes(value) ?? false}
              errors={errors}
            >
              <bdi>{text}</bdi>
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          id="statement"
          label="What is wrong or incomplete?"
          hint="Do not include a full Social Security number."
          rows={8}
          required
          value={form?.text('statement') ?? ''}
          errors={errors}
        />
        <button type="submit">Submit the dispute</button>
      </form>
    </>
  );
};
