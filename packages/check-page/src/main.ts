import { explainDelivery } from '@screening-webhooks/explain';
import { type LinkedDelivery, readLink } from 'screening-webhooks-delivery-input';
import { bodyField } from './body-field.js';
import { captureField } from './capture-field.js';
import { element, make, setProblem } from './elements.js';
import { headerLines, readHeaders } from './read-headers.js';
import { readTime } from './read-time.js';
import { showVerdict } from './show-verdict.js';
import { verdictOf } from './verdict.js';

const form = element('form', HTMLFormElement);
const headers = element('headers', HTMLTextAreaElement);
const arrived = element('arrived', HTMLInputElement);
const tolerance = element('tolerance', HTMLInputElement);
const secret = element('secret', HTMLInputElement);
const show = element('show', HTMLButtonElement);
const filled = element('filled', HTMLElement);
const result = element('result', HTMLElement);
const body = bodyField();
// Counts changes: a verdict is only shown next to the input that it is about.
let version = 0;

function forgetResult(): void {
  version += 1;
  result.replaceChildren(make('p', 'The result appears here.', 'hint'));
}

function say(sentence: string): void {
  filled.textContent = sentence;
  filled.hidden = false;
}

function fill(delivery: LinkedDelivery, from: string): void {
  forgetResult();
  headers.value = headerLines(delivery.headers);
  body.fill(delivery.body, from);
  const { arrivedAt } = delivery;
  arrived.value = arrivedAt === undefined ? '' : new Date(arrivedAt).toISOString();
  setProblem(arrived, undefined);
  say(`Filled in from ${from}. Now its signing secret.`);
}

/** Removes the delivery from the address, where it would get into the history and into a bookmark. */
function fillFromLink(): void {
  const { hash, pathname, search } = location;
  if (hash.length < 2) return;
  history.replaceState(null, '', pathname + search);
  const delivery = readLink(hash);
  if (delivery === undefined) {
    say('The link is not whole. Paste the delivery instead.');
    return;
  }
  fill(delivery, 'the link');
  secret.focus();
}

/** Reads the fields. Returns `undefined` if a field needs a change, which is shown below it. */
function readFields() {
  const time = arrived.value.trim() === '' ? undefined : readTime(arrived.value);
  const seconds = Number(tolerance.value);
  const isSeconds = /^\s*\d+(\.\d+)?\s*$/.test(tolerance.value);
  const problems: readonly (readonly [field: HTMLInputElement, problem: string | undefined])[] = [
    [
      arrived,
      arrived.value.trim() !== '' && time === undefined
        ? 'Enter a date and time with an offset, such as 2026-11-21T03:04:00Z, or Unix seconds.'
        : undefined,
    ],
    [tolerance, isSeconds ? undefined : 'Enter seconds, such as 300.'],
    [secret, secret.value.trim() === '' ? 'Enter the signing secret.' : undefined],
  ];
  for (const [field, problem] of problems) setProblem(field, problem);
  const wrong = problems.find(([, problem]) => problem !== undefined);
  if (wrong === undefined) return { time, seconds };
  wrong[0].focus();
  return undefined;
}

async function check(): Promise<void> {
  const fields = readFields();
  if (fields === undefined) return;
  forgetResult();
  const checked = version;
  const { signature, all } = readHeaders(headers.value);
  const { bytes, pasted } = body.read();
  const now = fields.time ?? Date.now();
  result.replaceChildren(make('p', 'Checking …', 'hint'));
  const explanation = await explainDelivery({
    body: bytes,
    header: signature,
    headers: all,
    secret: secret.value,
    tolerance: fields.seconds,
    now: () => now,
  });
  if (checked !== version) return;
  const atArrival = fields.time !== undefined;
  showVerdict(result, verdictOf(explanation, { now, atArrival, pastedBody: pasted }));
  result.scrollIntoView({ block: 'nearest' });
}

function run(): void {
  if (globalThis.crypto?.subtle !== undefined) {
    void check();
    return;
  }
  element('insecure', HTMLElement).scrollIntoView({ block: 'nearest' });
}

forgetResult();
captureField(({ receivedAt, headers: pairs, body: bytes }, name) =>
  fill({ headers: pairs, body: bytes, arrivedAt: receivedAt }, name),
);
form.addEventListener('input', forgetResult);
form.addEventListener('change', forgetResult);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
// Enter is a new line in most fields.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
show.addEventListener('click', () => {
  const isShown = secret.type === 'password';
  secret.type = isShown ? 'text' : 'password';
  show.setAttribute('aria-pressed', String(isShown));
});
addEventListener('hashchange', fillFromLink);
element('insecure', HTMLElement).hidden = globalThis.crypto?.subtle !== undefined;
fillFromLink();
