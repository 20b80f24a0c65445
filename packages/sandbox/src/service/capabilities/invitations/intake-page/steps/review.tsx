import { type Step, submitIntake } from '../intake.js';

/** The page of all answers, before they are sent. */
export function reviewStep(asking: readonly Step[], address: string): Step {
  return {
    path: 'review',
    title: 'Check your answers',
    isDone: false,
    summary: [],
    render: () => (
      <>
        {asking.map(({ path, title, summary }) => (
          <section>
            <h2>{title}</h2>
            <dl>
              {summary.map(([label, value]) => (
                <>
                  <dt>{label}</dt>
                  <dd>{value === '' ? 'Not provided' : <bdi>{value}</bdi>}</dd>
                </>
              ))}
            </dl>
            <p>
              <a href={`${address}/${path}`}>
                Change<span class="hidden">: {title}</span>
              </a>
            </p>
          </section>
        ))}
        <p>You cannot change your answers here after you submit them.</p>
      </>
    ),
    async save(command) {
      await submitIntake(command);
      return [];
    },
  };
}
