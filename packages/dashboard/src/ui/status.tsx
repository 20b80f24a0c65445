const tones = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  plain: 'bg-raised text-muted',
} as const;

const TONES = ['ok', 'bad', 'warn', 'info'] as const;

const statuses: Readonly<Record<(typeof TONES)[number], string>> = {
  ok: 'succeeded verified recorded clear complete completed committed active working valid available satisfied engaged 2xx',
  bad: 'failed not_verified failing never_worked rejected down consider revoked missing closed blocked pre_adverse_action post_adverse_action 5xx',
  warn: 'retrying held paused suspended disputed interrupted degraded unable_to_verify recovering 4xx',
  info: 'scheduled delivering started pending processing in_progress opened open invited validating validated committing',
};

const toneOf = new Map(
  TONES.flatMap((tone) => statuses[tone].split(' ').map((name) => [name, tones[tone]] as const)),
);

/** A status of the API. An unknown status is shown without color. @param text The text to show for it. */
export function Status({ value, text }: { value: string; text?: string }) {
  const tone = toneOf.get(value.toLowerCase()) ?? tones.plain;
  return (
    <span
      className={`inline-block rounded px-1.5 first-letter:uppercase py-0.5 text-xs font-medium whitespace-nowrap ${tone}`}
    >
      {text ?? value.replaceAll('_', ' ').toLowerCase()}
    </span>
  );
}
