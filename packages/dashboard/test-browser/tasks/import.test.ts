import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { listed } from '../../test/support/listed.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { openFromMenu } from '../../test/support/open-from-menu.js';
import { openSandbox, startedSandbox } from '../../test/support/started-sandbox.js';

// The file has no column for the CNA certification number, which Kim's role requires.
const roster = `first_name,last_name,email,role,work_state,rn_license_number,note
Ana,Lopez,ana@example.com,night-nurse,CA,RN555120,starts in May
Ben,Ng,ben-at-example.com,night-nurse,CA,RN555121,
Cleo,Diaz,cleo@example.com,astronaut,CA,RN555122,
=1+1,Fox,fox@example.com,night-nurse,CA,RN555123,"=HYPERLINK(""https://evil.example"",""open"")"
Kim,Park,kim@example.com,certified-nursing-assistant,CA,,
`;

/** Chooses a file and uploads it. */
async function upload(page: Page, name: string, content: string): Promise<void> {
  await openFromMenu(page, 'Imports');
  await page.getByRole('button', { name: 'Upload roster' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The cell of a row of the roster under the name of its column. */
async function cellOf(page: Page, row: number, column: string): Promise<string> {
  const table = page.getByRole('region', { name: 'Rows of the roster' });
  const columns = await table.getByRole('columnheader').allInnerTexts();
  const cells = table.getByRole('row').nth(row).getByRole('cell');
  const text = await cells.nth(columns.indexOf(column)).innerText();
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The exported CSV of the import. */
async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** The lines of the file whose rows are shown. */
async function linesShown(page: Page): Promise<string[]> {
  const rows = page.getByRole('region', { name: 'Rows of the roster' }).getByRole('row');
  const texts = await rows.allInnerTexts();
  return texts.slice(1).map((text) => text.split('\t')[0] ?? '');
}

describeInBrowser('import', () => {
  test('a roster with errors: each row shows its own, and the other rows become candidates', async () => {
    const sandbox = await startedSandbox();
    await sandbox.api.POST('/v1/roles', {
      body: { name: 'Night nurse', requirements: [{ kind: 'document', slug: 'rn-license' }] },
    });
    const { page } = await openDashboard(sandbox);
    await openFromMenu(page, 'Imports');
    await expectAccessible(page);
    await upload(page, 'roster.csv', roster);
    await expectAccessible(page);
    // The clock is frozen: the page says that nothing happens until it moves, and can move it.
    await page.getByRole('button', { name: 'Run due work' }).click();
    await page.getByText('validated', { exact: true }).waitFor();

    await expect.poll(() => linesShown(page)).toEqual(['2', '3', '4', '5', '6']);
    expect(await cellOf(page, 1, 'email')).toBe('ana@example.com');
    expect(await cellOf(page, 2, 'email')).toBe('ben-at-example.com');
    expect(await cellOf(page, 2, 'Reasons')).toBe('email: Enter an email address.');
    expect(await cellOf(page, 3, 'Reasons')).toBe('role: No role has this name or slug.');
    // Shown as in the file, and only as text.
    expect(await cellOf(page, 4, 'first_name')).toBe('=1+1');
    expect(await cellOf(page, 4, 'note')).toBe('=HYPERLINK("https://evil.example","open")');
    expect(await page.locator('a[href*="evil.example"]').count()).toBe(0);
    expect(await cellOf(page, 5, 'cna_certification_number')).toBe('Empty');
    expect(await cellOf(page, 5, 'Reasons')).toMatch(
      /^cna_certification_number: The role asks for cna-certification, and none is on file\./,
    );
    const unknown = page.getByRole('region', { name: 'Issues of the file' });
    await unknown
      .getByRole('row', { name: /note.*The column note is kept but not used/ })
      .waitFor();
    await expectAccessible(page);
    expect(await exported(page)).toContain("'=1+1,Fox,");
    const byStatus = page.getByRole('navigation', { name: 'Status' });
    await byStatus.getByRole('link', { name: 'Missing 3' }).click();
    await expect.poll(() => linesShown(page)).toEqual(['3', '4', '6']);
    await expectAccessible(page);
    await byStatus.getByRole('link', { name: 'Pending 2' }).click();
    await expect.poll(() => linesShown(page)).toEqual(['2', '5']);

    await page.getByRole('button', { name: 'Commit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 rows with something missing are left out').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Commit', exact: true }).click();
    await page.getByRole('button', { name: 'Run due work' }).click();
    await page.getByText('committed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Onboarded candidate of line 2' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Onboarded candidate of line 5' }).click();

    await page.getByRole('heading', { level: 1, name: '=1+1 Fox' }).waitFor();
    await page.getByRole('region', { name: 'Onboardings' }).getByText('Night nurse').waitFor();
    await expectAccessible(page);
    await openFromMenu(page, 'Candidates');
    await page.getByRole('link', { name: 'Ana Lopez' }).waitFor();
    const candidates = await listed(sandbox.api.GET('/v1/candidates'));
    expect(candidates.map(({ email }) => email).sort()).toEqual([
      'ana@example.com',
      'fox@example.com',
    ]);
    const onboardings = await listed(sandbox.api.GET('/v1/onboardings'));
    expect(onboardings.map(({ candidateId }) => candidateId).sort()).toEqual(
      candidates.map(({ id }) => id).sort(),
    );
  });

  test('a file that is not a roster is rejected, with a reason, a line and a column', async () => {
    const { sandbox, page } = await openSandbox();
    const header = 'first_name,last_name,email,role,work_state';
    const whole = `${header}\nAna,Lopez,ana@example.com,registered-nurse,CA`;
    const wrong = [
      [
        'no-email.csv',
        whole.replaceAll(/,[^,]*?email|,ana@[^,]*/g, ''),
        /1 email The column email/,
      ],
      [
        'long.csv',
        `${whole}\nBen,Ng,ben@example.com,registered-nurse,CA,more\n`,
        /3 – The row has 6 cells and the header 5/,
      ],
    ] as const;
    for (const [name, content, reason] of wrong) {
      await upload(page, name, content);
      await page.getByRole('button', { name: 'Run due work' }).click();
      await page.getByText('rejected', { exact: true }).waitFor();
      const issues = page.getByRole('region', { name: 'Issues of the file' });
      await issues.getByRole('row', { name: reason }).waitFor();
      expect(await page.getByRole('button', { name: 'Commit', exact: true }).isDisabled()).toBe(
        true,
      );
      await expectAccessible(page);
    }

    const found = await listed(sandbox.api.GET('/v1/bulk-imports'));
    expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await listed(sandbox.api.GET('/v1/candidates'))).toEqual([]);
  });
});
