import type { CapturedRequest } from 'screening-webhooks-delivery-input';
import { element, make, setProblem } from './elements.js';
import { nameOf, readCaptures } from './read-captures.js';

/** Has a pasted or chosen capture fill in the other fields. @param choose Gets the delivery, and what to call it. */
export function captureField(choose: (captured: CapturedRequest, name: string) => void): void {
  const text = element('capture', HTMLTextAreaElement);
  const file = element('capture-file', HTMLInputElement);
  const choice = element('choice', HTMLElement);
  const list = element('captured', HTMLSelectElement);
  let deliveries: readonly CapturedRequest[] = [];
  const chooseAt = (index: number): void => {
    const captured = deliveries[index];
    if (captured === undefined) return;
    choose(captured, `delivery ${index + 1} of ${deliveries.length} in the capture`);
  };
  const read = (capture: string): void => {
    const found = capture.trim() === '' ? undefined : readCaptures(capture);
    deliveries = found?.ok === true ? found.deliveries : [];
    setProblem(text, found?.ok === false ? found.problem : undefined);
    choice.hidden = deliveries.length < 2;
    list.replaceChildren(...deliveries.map((each, index) => make('option', nameOf(each, index))));
    chooseAt(0);
  };
  text.addEventListener('input', () => {
    file.value = '';
    read(text.value);
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    text.value = '';
    read(await chosen.text());
  });
  list.addEventListener('change', () => chooseAt(list.selectedIndex));
}
