// A file exports one `scenario`, or `scenarios` when it runs on several systems.
import { readdirSync } from 'node:fs';

const scenariosOf = ({ scenario, scenarios = [scenario] }) => scenarios;

/**
 * @param texts Parts of names. Default: every scenario.
 * @returns `{ file, scenario }` for each scenario in the files of a folder whose name contains one of the texts.
 * @throws Error for a text that no name contains.
 */
export async function loadScenarios(folder, texts) {
  const url = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((file) => file.endsWith('.mjs'));
  const loaded = await Promise.all(
    files.map(async (name) => {
      const file = new URL(name, url).href;
      return scenariosOf(await import(file)).map((scenario) => ({ file, scenario }));
    }),
  );
  const all = loaded.flat();
  const unknown = texts.find((text) => !all.some(({ scenario }) => scenario.name.includes(text)));
  if (unknown !== undefined) throw new Error(`No scenario has "${unknown}" in its name.`);
  if (texts.length === 0) return all;
  return all.filter(({ scenario }) => texts.some((text) => scenario.name.includes(text)));
}

/** Loads one scenario again, in another process. */
export async function loadScenario({ file, name }) {
  return scenariosOf(await import(file)).find((scenario) => scenario.name === name);
}
