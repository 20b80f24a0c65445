import type { ServerFramework } from './detect.js';
import type { ProjectFiles } from './project-files.js';
import { appSources } from './sources.js';

/** Where an app is made. */
export interface AppSite {
  readonly path: string;
  /** The name of its variable. */
  readonly name: string;
  /** The index of the first and of the last line of the statement. */
  readonly first: number;
  readonly last: number;
  readonly indent: string;
}

const CALLS: Readonly<Record<ServerFramework, string>> = {
  express: String.raw`(?:express|require\(['"]express['"]\))\(`,
  fastify: String.raw`(?:[Ff]astify|require\(['"]fastify['"]\))\(`,
  koa: String.raw`new\s+Koa(?:<.*>)?\(`,
  hono: String.raw`new\s+(?:Hono|OpenAPIHono)(?:<.*>)?\(`,
};

/** Every statement that makes an app of the framework and ends where a text search can see it. */
export function findApps(framework: ServerFramework, files: ProjectFiles): AppSite[] {
  const made = new RegExp(
    String.raw`^(\s*)(?:export\s+)?(?:const|let|var)\s+(\w+)(?:\s*:\s*[^=]+)?\s*=\s*(?:await\s+)?${CALLS[framework]}(.*)$`,
  );
  const imported = new RegExp(`['"](?:${framework}|@hono/zod-openapi)['"]`);
  return appSources(files).flatMap((path) => {
    const text = files.read(path) ?? '';
    if (!imported.test(text)) return [];
    const lines = linesOf(text);
    return lines.flatMap((line, first) => {
      const [matched, indent = '', name = '', rest = ''] = made.exec(line) ?? [];
      if (matched === undefined) return [];
      const last = endOf(rest, first, indent, lines);
      return last === undefined ? [] : [{ path, name, first, last, indent }];
    });
  });
}

/** The lines of a text, without what ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** The last line of a call whose arguments begin with `rest`. Undefined when it is not certain. */
function endOf(
  rest: string,
  first: number,
  indent: string,
  lines: readonly string[],
): number | undefined {
  if (/^[^()]*\);?\s*$/.test(rest)) return first;
  if (!/^\s*\{\s*$/.test(rest)) return undefined;
  const end = new RegExp(String.raw`^${indent}\}\);?\s*$`);
  const last = lines.findIndex((line, index) => index > first && end.test(line));
  return last < 0 ? undefined : last;
}
