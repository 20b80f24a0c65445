import { parseEnv } from 'node:util';
import type { ProjectFiles } from './project-files.js';
import { codeOf, importsOf, withImports } from './sources.js';

/** A port as a source has it: a number, a variable of the environment, or the number as the default of the variable. */
interface Port {
  readonly number?: number | undefined;
  readonly variable?: string | undefined;
}

/** How a project is started, as far as it decides on the port. */
export interface PortSources {
  /** The script of package.json; empty if there is none. */
  readonly script: string;
  /** The files in which the port may be, the likeliest first. */
  readonly sources: readonly string[];
  /** The name of the app's variable. */
  readonly app: string | undefined;
  /** The files of variables that the app gets, the strongest first. */
  readonly envFiles: readonly string[];
}

/** The port on which an app listens; undefined when it was not found. */
export function findPort(
  { script, sources, app, envFiles }: PortSources,
  files: ProjectFiles,
): number | undefined {
  const found = sources.map((path) => portIn(path, app, files)).find(isKnown);
  const { number, variable } = found ?? { variable: 'PORT' };
  const asked = portInScript(script, variable);
  if (asked !== undefined || variable === undefined) return asked ?? number;
  const inFile = (path: string): number | undefined => envPort(files.read(path), variable);
  return envFiles.map(inFile).find(Boolean) ?? number ?? inFile('.env.example');
}

/** The port that a script passes on: by an option, or by the variable. */
export function portInScript(script: string, variable: string | undefined): number | undefined {
  const option = /\s(?:--port[= ]|-p[= ]?)(\d{2,5})\b/.exec(script);
  const assigned = new RegExp(String.raw`(?:^|\s)${variable}=['"]?(\d{2,5})\b`).exec(script);
  const found = option ?? (variable === undefined ? null : assigned);
  return found ? Number(found[1]) : undefined;
}

function envPort(text: string | undefined, variable: string): number | undefined {
  const value = text === undefined ? undefined : parseEnv(text)[variable];
  return value !== undefined && /^\d{2,5}$/.test(value) ? Number(value) : undefined;
}

const isKnown = (port: Port | undefined): port is Port =>
  port?.number !== undefined || port?.variable !== undefined;

interface Call {
  readonly port: Port;
  /** Whether it is the app that listens, and not a server of metrics, say. */
  readonly isApp: boolean;
}

function portIn(path: string, app: string | undefined, files: ProjectFiles): Port | undefined {
  const calls = callsIn(path, app, files).filter(({ port }) => isKnown(port));
  return (calls.find(({ isApp }) => isApp) ?? calls[0])?.port;
}

/** Whether a file has a call with which a server begins to listen. */
export function listens(path: string, app: string | undefined, files: ProjectFiles): boolean {
  return callsIn(path, app, files).some(({ port, isApp }) => isApp || isKnown(port));
}

const LISTEN = /([\w$]+|\))\s*\.\s*listen\s*\(/g;
// By @hono/node-server, Bun and Deno.
const SERVE = /\bserve\s*\(|\bexport\s+default\s*(?=\{)/g;
const SERVERS = /@hono\/node-server|\bBun\b|\bDeno\b|\bexport\s+default\s*\{[^}]*\bfetch\b/;
const DEFAULT_OF_SERVE = 3000;
// A port that is defined by a name that is defined by a name.
const MOST_NAMES = 4;

function callsIn(path: string, app: string | undefined, files: ProjectFiles): Call[] {
  const text = codeOf(path, files);
  const listening = [...text.matchAll(LISTEN)].map(({ 0: call, 1: receiver, index }) => {
    const [port = ''] = expressionsAt(text, index + call.length);
    const isApp = receiver === (app ?? 'app') || receiver === ')' || /server/i.test(receiver ?? '');
    return { port: portOf(port, path, files, MOST_NAMES), isApp };
  });
  if (!SERVERS.test(text)) return listening;
  const serving = [...text.matchAll(SERVE)].map(({ 0: call, index }) => {
    const options = expressionsAt(text, index + call.length).find((each) => each.startsWith('{'));
    const port = options === undefined ? undefined : propertyIn(options, 'port');
    return {
      port:
        port === undefined ? { number: DEFAULT_OF_SERVE } : portOf(port, path, files, MOST_NAMES),
      isApp: true,
    };
  });
  return [...listening, ...serving];
}

/** The port that an expression stands for. It follows names to where they are defined, also in files that are imported. */
function portOf(expression: string, path: string, files: ProjectFiles, names: number): Port {
  if (expression.startsWith('{') && !DEFAULT.test(expression)) {
    const property = propertyIn(expression, 'port');
    return property === undefined ? {} : portOf(property, path, files, names);
  }
  const number = numberIn(expression);
  const variable = variableIn(expression);
  if (number !== undefined || names === 0) return { number, variable };
  const words: string[] = expression.match(/[A-Za-z_$][\w$]*/g) ?? [];
  const [origin] = importsOf(path, files).filter((imported) =>
    imported.names.split(/[^\w$]+/).some((name) => name !== '' && words.includes(name)),
  );
  const ports = words.filter((word) => /port/i.test(word));
  for (const place of origin === undefined ? [path] : withImports(origin.path, files)) {
    for (const name of ports.length > 0 ? ports : words) {
      const found = definitionOf(name, place, files, names - 1);
      if (found) return { number: found.number, variable: variable ?? found.variable };
    }
  }
  return { variable };
}

function definitionOf(
  name: string,
  path: string,
  files: ProjectFiles,
  names: number,
): Port | undefined {
  const text = codeOf(path, files);
  const word = String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`;
  // const { PORT = '3000' } = process.env
  const fromEnv = new RegExp(String.raw`\{[^{}]*${word}[^{}]*\}\s*=\s*[\w.]*\benv\b`).test(text);
  const defined = new RegExp(String.raw`${word}(?:['"]?\s*(?:=(?![=>])|:)|['"]\s*,)\s*`, 'g');
  const isVariable = /^[A-Z]/.test(name);
  for (const { 0: head, index } of text.matchAll(defined)) {
    const [expression = ''] = expressionsAt(text, index + head.length, true);
    const port = portOf(expression, path, files, names);
    // A schema of the environment: PORT: z.coerce.number().default(3000)
    const isInSchema = DEFAULT.test(expression) && (isVariable || port.variable === undefined);
    if (isKnown(port) && (fromEnv || isInSchema)) {
      return { number: port.number, variable: isVariable ? name : 'PORT' };
    }
    if (isKnown(port)) return port;
  }
  return fromEnv ? { variable: isVariable ? name : 'PORT' } : undefined;
}

const DEFAULT = /\bdefault['"]?\s*[(:]\s*['"]?(\d{2,5})\b/;

/** The number of a port in an expression: the default of a schema, or the last one, as in `PORT || 3000`. */
function numberIn(expression: string): number | undefined {
  const withoutRadix = expression.replace(/,\s*10\s*\)/g, ')');
  const found =
    DEFAULT.exec(expression)?.[1] ?? withoutRadix.match(/(?<![\w.$])\d{2,5}(?![\w.])/g)?.at(-1);
  const number = Number(found);
  return number > 0 && number <= 65_535 ? number : undefined;
}

function variableIn(expression: string): string | undefined {
  const variables = [...expression.matchAll(/\benv\b\s*(?:\??\.)?\s*(?:\[\s*['"])?(\w+)/g)];
  return variables.map(([, name]) => name).find((name) => /port/i.test(name ?? ''));
}

/** The value of a property in the text of an object; its name for a shorthand. */
function propertyIn(object: string, name: string): string | undefined {
  const found = new RegExp(String.raw`[{,]\s*['"]?${name}\b['"]?\s*(:?)\s*`).exec(object);
  if (!found) return undefined;
  return found[1] === ':' ? expressionsAt(object, found.index + found[0].length)[0] : name;
}

const TOKEN = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\s\S]/g;

/**
 * The expressions from a place on, which commas separate: to the bracket that closes them, or the end of the statement.
 *
 * @param line Whether a line break ends them, unless an operator follows it.
 */
function expressionsAt(text: string, start: number, line = false): string[] {
  const found: string[] = [''];
  const rest = text.slice(start).replace(/\s*\n\s*(?=[.?|&])/g, ' ');
  let depth = 0;
  for (const [token] of rest.matchAll(TOKEN)) {
    if ('([{'.includes(token)) depth += 1;
    if (')]}'.includes(token)) depth -= 1;
    const ends = token === ';' || (line && token === '\n');
    if (depth < 0 || (depth === 0 && ends)) break;
    if (depth === 0 && token === ',') found.push('');
    else found.push((found.pop() ?? '') + token);
  }
  return found.map((expression) => expression.trim());
}
