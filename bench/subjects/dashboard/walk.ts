import type { MeasuredPage } from './measured-page.js';

/** Milliseconds of each step of a walk, by action. */
export interface Walked {
  readonly interactions: ReadonlyMap<string, readonly number[]>;
  /** From the click to the paint of the heading. */
  readonly navigations: ReadonlyMap<string, readonly number[]>;
}

/** Walks through the dashboard as somebody does who looks for a delivery, changes an endpoint and triggers an event. */
export async function walk({
  page,
  timeInteractions,
  timeNavigation,
}: MeasuredPage): Promise<Walked> {
  const interactions = new Map<string, number[]>();
  const navigations = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, name: string, values: readonly number[]) => {
    to.set(name, [...(to.get(name) ?? []), ...values]);
  };
  const interact = async (name: string, act: () => Promise<void>, count?: number) =>
    add(interactions, name, await timeInteractions(act, count));
  const navigate = async (name: string, follow: () => Promise<void>) => {
    await interact(`${name}: the click`, async () => {
      add(navigations, name, [await timeNavigation(follow)]);
    });
    await page.waitForLoadState('networkidle');
  };
  const type = (text: string) => () => page.keyboard.type(text);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const openFromMenu = (title: string) =>
    navigate('open a page from the menu', () =>
      menu.getByRole('link', { name: title, exact: true }).click(),
    );

  const titles = await menu.getByRole('link').allTextContents();
  // The second and third are no pages of the dashboard.
  const others = ['Home', 'API reference', 'Check a delivery'];
  for (const title of titles.filter((each) => !others.includes(each))) await openFromMenu(title);

  await openFromMenu('Deliveries');
  const list = page.getByRole('region', { name: 'Deliveries', exact: true });
  const status = page.getByRole('navigation', { name: 'Status' });
  for (const name of ['Failed', 'Succeeded', 'All']) {
    await interact('filter by status', () => status.getByRole('link', { name }).click());
    await list.getByRole('link').first().waitFor();
  }
  await page.getByLabel('Event type').focus();
  await interact('filter by event type', () => page.keyboard.press('ArrowDown'));
  await list.getByRole('link').first().waitFor();
  await interact('open more filters', () => page.getByText('More filters').click());
  await page.getByLabel('Created after').focus();
  const time = '2026-01-02T00:00:00Z';
  await interact('type a filter', type(time), time.length);
  await page.waitForLoadState('networkidle');
  await interact('clear the filters', () => button('Clear filters').click());
  await list.getByRole('link').first().focus();
  for (let row = 0; row < 30; row += 1) {
    await interact('go down the list by keyboard', () => page.keyboard.press('ArrowDown'));
  }
  for (const row of [0, 2, 4]) {
    await navigate('open a delivery', () => list.getByRole('link').nth(row).click());
    await interact(
      'back to the list',
      async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('d');
      },
      2,
    );
    await list.getByRole('link').first().waitFor();
  }

  await openFromMenu('Endpoints');
  const endpoints = page.getByRole('main').getByRole('table').getByRole('link');
  await navigate('open an endpoint', () => endpoints.first().click());
  await interact('open a dialog', () => button('Roll secret').click());
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel('Overlap in seconds').focus();
  await interact('type in a dialog', type('86400'), 5);
  await page.keyboard.press('Escape');
  await interact('close a dialog', () => button('Discard it').click());
  await dialog.waitFor({ state: 'detached' });

  await openFromMenu('Deliveries');
  await interact('move the clock', () => button('+1 min').click());
  await page.waitForLoadState('networkidle');
  for (const name of ['Dark', 'Light']) {
    await interact('switch the theme', () => button(name).click());
  }

  // Last, because the page asks before it is left.
  await openFromMenu('Trigger');
  const field = page.getByRole('main').getByRole('textbox').first();
  await field.focus();
  await interact('type in a form', type('clinician-42'), 12);
  return { interactions, navigations };
}
