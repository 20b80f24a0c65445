// A file exports one `scenario`, or `scenarios` when it runs on several systems.
import { readdirSync } from 'node:fs';

const scenariosOf = ({ scenario, scenarios = [scenario] }) => scenarios;

/** @returns `{ file, scenario }` for each scenario in the files of a folder whose name contains `text`. */
export async function loadScenarios(folder, text) {
  const url = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((file) => file.endsWith('.mjs'));
  const loaded = await Promise.all(
    files.map(async (name) => {
      const file = new URL(name, url).href;
      return scenariosOf(await import(file)).map((scenario) => ({ file, scenario }));
    }),
  );
  return loaded.flat().filter(({ scenario }) => scenario.name.includes(text));
}

/** Loads one scenario again, in another process. */
export async function loadScenario({ file, name }) {
  return scenariosOf(await import(file)).find((scenario) => scenario.name === name);
}
