import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test } from 'vitest';
import { pictureSize, takePictures } from '../pictures/take-pictures.js';
import { browser, describeInBrowser } from '../test/support/browser.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MOST_BYTES = 300_000;

/** The width and height that a PNG file states. */
function sizeOf(file: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The pictures that a page of Markdown shows. */
function picturesIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/(?:src|srcset)="([^"]+\.png)"/g)].map(([, path = '']) =>
    resolve(root, dirname(page), path),
  );
}

test.for(['README.md', 'packages/sandbox/README.md'])(
  '%s shows pictures that are there, small, and of one size',
  (page) => {
    const pictures = picturesIn(page);
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(sizeOf(picture), picture).toEqual(pictureSize);
      expect(statSync(picture).size, picture).toBeLessThan(MOST_BYTES);
    }
  },
);

describeInBrowser('packages/dashboard/pictures/main.ts', () => {
  test('takes every picture of docs/pictures', async () => {
    const folder = scratchFolder();
    const names = await takePictures(await browser(), folder);
    expect([...names].sort()).toEqual(readdirSync(join(root, 'docs/pictures')).sort());
    for (const name of names) expect(sizeOf(join(folder, name)), name).toEqual(pictureSize);
  });
});
