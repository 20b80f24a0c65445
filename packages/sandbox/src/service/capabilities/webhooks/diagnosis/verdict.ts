import { verifySignature } from '@screening-webhooks/core';
import { findFault } from '@screening-webhooks/testing/faults';

export const verdicts = [
  'genuine',
  'former_secret',
  'older_secret',
  'changed_by_fault',
  'not_signed',
] as const;

/** The signature that was sent, and the data to check it with. */
export interface SentSignature {
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The body of the event. */
  readonly body: Uint8Array;
  readonly signedAt: Date;
  /** Virtual time. */
  readonly startedAt: Date;
  readonly fault: string | null;
  readonly secret: string;
  readonly previousSecret: string | null;
}

/**
 * Checks a signature that the service made itself. Everything that was signed is known, so no search is needed, which takes
 * thousands of MACs.
 */
export async function judgeSignature(sent: SentSignature) {
  const { code, secret } = await findSecret(sent);
  const isKnown = code !== 'not_signed';
  const seconds = (sent.signedAt.getTime() - sent.startedAt.getTime()) / 1000;
  const secretHint = secret?.slice(-4) ?? null;
  return {
    code,
    message: wordsOf(code, secretHint, sent.fault),
    secretHint,
    signedAt: isKnown ? sent.signedAt : null,
    signedAfterStartSeconds: isKnown ? Math.round(seconds) : null,
  };
}

interface Found {
  readonly code: (typeof verdicts)[number];
  readonly secret?: string;
}

async function findSecret(sent: SentSignature): Promise<Found> {
  const { requestHeaders, body, signedAt, secret, previousSecret } = sent;
  if (Object.keys(requestHeaders).length === 0) return { code: 'not_signed' };
  const fault = sent.fault === null ? undefined : findFault(sent.fault);
  // A fault that only repeats a delivery does not change it.
  if (fault && !fault.counted) return { code: 'changed_by_fault' };
  const secrets = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  const verified = await verifySignature(body, requestHeaders['Service-Signature'], {
    secret: secrets,
    now: () => signedAt.getTime(),
  });
  if (!verified.ok) return { code: fault ? 'changed_by_fault' : 'older_secret' };
  const found = secrets[verified.secretIndex] ?? secret;
  return { code: found === secret ? 'genuine' : 'former_secret', secret: found };
}

function wordsOf(code: Found['code'], hint: string | null, fault: string | null): string {
  const words = {
    genuine: `The signature is right: it was made with the endpoint's secret, which ends in ${hint}.`,
    former_secret: `The signature was made with the endpoint's former secret, which ends in ${hint}. The secret was rolled since.`,
    older_secret:
      'The signature was made with a secret that the endpoint no longer has. The secret was rolled since.',
    changed_by_fault: `The fault ${fault} has changed what was sent, or how.`,
    not_signed: 'Nothing was sent.',
  };
  return words[code];
}
