const tones = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  plain: 'bg-raised text-muted',
} as const;

type Tone = keyof typeof tones;

const toneOf: Readonly<Record<string, Tone>> = {
  succeeded: 'ok',
  verified: 'ok',
  recorded: 'ok',
  clear: 'ok',
  complete: 'ok',
  completed: 'ok',
  committed: 'ok',
  active: 'ok',
  healthy: 'ok',
  valid: 'ok',
  available: 'ok',
  satisfied: 'ok',
  engaged: 'ok',
  failed: 'bad',
  failing: 'bad',
  rejected: 'bad',
  down: 'bad',
  consider: 'bad',
  revoked: 'bad',
  missing: 'bad',
  closed: 'bad',
  blocked: 'bad',
  pre_adverse_action: 'bad',
  post_adverse_action: 'bad',
  retrying: 'warn',
  held: 'warn',
  paused: 'warn',
  suspended: 'warn',
  disputed: 'warn',
  interrupted: 'warn',
  degraded: 'warn',
  unable_to_verify: 'warn',
  scheduled: 'info',
  delivering: 'info',
  started: 'info',
  pending: 'info',
  processing: 'info',
  in_progress: 'info',
  opened: 'info',
  open: 'info',
  invited: 'info',
  validating: 'info',
  validated: 'info',
  committing: 'info',
};

/** A status as the API names it. A word that is not known is shown without colour. */
export function Status({ value }: { value: string }) {
  const tone = toneOf[value.toLowerCase()] ?? 'plain';
  return (
    <span
      className={`inline-block rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {value.replaceAll('_', ' ')}
    </span>
  );
}
