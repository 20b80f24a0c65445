// The package manager that a reader has chosen is shown in the tabs of all pages.

const KEY = 'package-manager';

function titleOf(input: HTMLInputElement): string | null {
  return document.querySelector(`label[for="${input.id}"]`)?.getAttribute('data-title') ?? null;
}

/** Shows the tab of a package manager in each group that has one. */
function show(manager: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.vp-code-group input')) {
    if (titleOf(input) === manager && !input.checked) input.click();
  }
}

/** Shows what was chosen before. To be called for each page. */
export function showChosen(): void {
  const chosen = localStorage.getItem(KEY);
  if (chosen !== null) show(chosen);
}

/** Remembers each choice, and shows it in the other groups of the page. */
export function followChoices(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('.vp-code-group')) return;
    const manager = titleOf(target);
    if (manager === null) return;
    localStorage.setItem(KEY, manager);
    show(manager);
  });
}
