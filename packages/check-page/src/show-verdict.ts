import { make } from './elements.js';
import type { Verdict } from './verdict.js';

/** Replaces the content of a container by a verdict. */
export function showVerdict(container: HTMLElement, verdict: Verdict): void {
  const { verifies, sentence, findings, notes } = verdict;
  const headline = make('p', sentence, verifies ? 'verdict ok' : 'verdict bad');
  const list = document.createElement('ol');
  list.append(
    ...findings.map(({ cause, summary, detail, fix }) => {
      const item = document.createElement('li');
      item.append(make('p', summary, 'summary'));
      if (detail !== undefined) item.append(make('p', `Detail: ${detail}.`));
      const cure = make('p', '');
      cure.append(make('strong', 'To mend it: '), fix);
      item.append(cure, make('code', cause));
      return item;
    }),
  );
  container.replaceChildren(
    headline,
    ...(findings.length > 0 ? [list] : []),
    ...notes.map((note) => make('p', note, 'hint')),
  );
}
