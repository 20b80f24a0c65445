import type { CheckContext, Delivery } from '../check-context.js';
import { type BodyForm, bodyForms } from '../forms/body-forms.js';
import { hmac } from '../forms/hmac.js';
import type { CauseCode } from './cause.js';

/** A delivery that only a receiver with a certain mistake acks. */
interface Alternative {
  readonly code: CauseCode;
  /** Completes "401, but …", without the full stop. */
  readonly sentence: string;
  readonly delivery: Delivery;
}

const indented: BodyForm = {
  name: 'indented',
  words: 'indented by two spaces',
  write: (body) => JSON.stringify(JSON.parse(body), null, 2),
};

/** Deliveries that receivers with common mistakes ack in place of genuine ones. */
export function alternatives(context: CheckContext): readonly Alternative[] {
  const [secret] = context.settings.secrets;
  const body = (label: string): string => context.body(context.id(label));
  const signedText = (signed: string): Delivery => ({
    body: body(signed),
    header: ({ t }) => `t=${t},v1=${hmac(secret, [t, '.', signed])}`,
  });
  const withSecret = (
    code: 'secret_not_set' | 'secret_changed',
    label: string,
    key: string | Uint8Array,
    words: string,
  ): Alternative => {
    const text = body(label);
    return {
      code,
      sentence: `it acks an event that is signed with ${words}`,
      delivery: { body: text, header: ({ t }) => `t=${t},v1=${hmac(key, [t, '.', text])}` },
    };
  };
  const plain = body('another MAC');
  const undotted = body('a MAC without the dot');
  const base64 = body('a MAC in base64');
  const upper = body('a MAC in capitals');
  const withoutPrefix = secret.replace(/^[a-z]+_/, '');
  return [
    ...[...bodyForms, indented].map(
      ({ name, words, write }): Alternative => ({
        code: 'body_changed',
        sentence: `it acks an event that is written and signed ${words}. A body parser runs first, and it verifies its own text; verify the bytes as received`,
        delivery: { body: write(body(name)) },
      }),
    ),
    ...['', 'undefined', 'null', '[object Object]'].map(
      (text): Alternative => ({
        code: 'body_changed',
        sentence: `it acks a signature over "${text}" in place of the body. It has no raw body, because a body parser runs first or the body is not read`,
        delivery: signedText(text),
      }),
    ),
    withSecret('secret_not_set', 'empty secret', '', 'an empty secret. Its secret is not set'),
    ...['undefined', 'null', 'None'].map((text) =>
      withSecret('secret_not_set', text, text, `the secret "${text}". Its secret is not set`),
    ),
    withSecret(
      'secret_changed',
      'newline',
      `${secret}\n`,
      'the secret and a newline. Remove the newline from its secret',
    ),
    withSecret(
      'secret_changed',
      'prefix',
      withoutPrefix,
      'the secret without its prefix. The key is the whole secret',
    ),
    withSecret(
      'secret_changed',
      'base64 key',
      Buffer.from(withoutPrefix, 'base64'),
      'the secret decoded from base64. The key is the text of the whole secret',
    ),
    {
      code: 'other_mac',
      sentence:
        'it acks a MAC over the body alone. The signed text begins with the timestamp and a dot',
      delivery: { body: plain, header: ({ t }) => `t=${t},v1=${hmac(secret, [plain])}` },
    },
    {
      code: 'other_mac',
      sentence: 'it acks a MAC over the timestamp and the body without the dot between them',
      delivery: { body: undotted, header: ({ t }) => `t=${t},v1=${hmac(secret, [t, undotted])}` },
    },
    {
      code: 'other_mac',
      sentence: 'it acks a MAC in base64. The signature is in hex',
      delivery: {
        body: base64,
        header: ({ t }) => `t=${t},v1=${hmac(secret, [t, '.', base64], 'base64')}`,
      },
    },
    {
      code: 'other_mac',
      sentence: 'it acks a MAC in capital letters. The signature is in lower case',
      delivery: { body: upper, header: ({ t, v1 }) => `t=${t},v1=${v1.toUpperCase()}` },
    },
  ];
}
