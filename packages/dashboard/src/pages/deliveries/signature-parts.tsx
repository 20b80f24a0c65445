import { Time } from '../../clock/time.js';
import { Text } from '../../ui/text.js';
import { signatureOf } from './signature-of.js';

/** The parts of the signature of an attempt. */
export function SignatureParts({ headers }: { headers: Readonly<Record<string, string>> }) {
  const signature = signatureOf(headers);
  if (!signature) return <p className="text-muted">It was sent without a signature.</p>;
  const { t, v1 } = signature;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
      <dt className="font-mono text-muted">t</dt>
      <dd className="min-w-0">
        {t === undefined ? (
          'missing'
        ) : (
          <>
            <Text mono>{t}</Text> {whenOf(t) && <Time value={whenOf(t)} />}
          </>
        )}
      </dd>
      {v1.length === 0 && (
        <>
          <dt className="font-mono text-muted">v1</dt>
          <dd>missing</dd>
        </>
      )}
      {v1.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fault may send a value twice.
        <div key={index} className="contents">
          <dt className="font-mono text-muted">v1</dt>
          <dd className="min-w-0">{value === '' ? 'empty' : <Text mono>{value}</Text>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The time of Unix seconds. Undefined: a fault has sent something else. */
function whenOf(seconds: string): string | undefined {
  const date = new Date(Number(seconds) * 1000);
  return /^\d+$/.test(seconds) && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
