import { type Style, wrap } from 'screening-webhooks-terminal';
import type { Edit, NewFile } from './edit.js';
import { linesOf } from './find-app.js';
import { type Plan, USUAL_PORT } from './plan.js';

/** The style and width of the output. */
export interface PlanView {
  readonly style: Style;
  readonly columns: number;
}

/** A file to write, with its whole text. */
export function showFile({ path, text }: NewFile, { style }: PlanView): string[] {
  const lines = linesOf(text.trimEnd());
  return [`${style.strong(path)} (new)`, ...lines.map((line) => style.good(`+${line}`)), ''];
}

/** An edit as a unified diff, with one line of context. */
export function showEdit({ path, before, added }: Edit, { style }: PlanView): string[] {
  const lines = linesOf(before);
  let shift = 0;
  const hunks = added.flatMap(({ at, lines: more }) => {
    const above = lines.slice(Math.max(at - 1, 0), at);
    const below = lines.slice(at, at + 1);
    const start = at - above.length + 1;
    const kept = above.length + below.length;
    const head = `@@ -${start},${kept} +${start + shift},${kept + more.length} @@`;
    shift += more.length;
    return [
      style.quiet(head),
      ...above.map((line) => ` ${line}`),
      ...more.map((line) => style.good(`+${line}`)),
      ...below.map((line) => ` ${line}`),
    ];
  });
  return [`--- ${path}`, `+++ ${path}`, ...hunks, ''];
}

/** The unchanged files, and the steps that are left to the user. */
export function showAdvice({ kept, advice }: Plan, { columns }: PlanView): string[] {
  const lines = advice.flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, columns)));
  return [
    ...kept.map((path) => `${path} exists, and stays as it is.`),
    ...lines,
    ...(kept.length + lines.length > 0 ? [''] : []),
  ];
}

/** The last part: the steps to the first event. */
export function showFirstEvent(
  { firstEvent: { sandbox, trigger, env, start } }: Plan,
  { style, columns }: PlanView,
): string[] {
  const { command, file, readsEnv, port } = start;
  const unknown = `The port was not found: put the port of your app in place of ${USUAL_PORT}.`;
  const app = command === undefined && file !== undefined ? `the app, ${file},` : 'the app';
  const way = readsEnv ? 'with it' : `with ${env} in its environment`;
  const ends = command === undefined ? '.' : ':';
  return [
    style.strong('To the first event:'),
    `  $ ${sandbox}`,
    ...(port === undefined ? wrap(unknown, columns) : []),
    ...wrap(`It keeps running and writes ${env}. Start ${app} ${way}${ends}`, columns),
    ...(command === undefined ? [] : [`  $ ${command}`]),
    'Then:',
    `  $ ${trigger}`,
  ];
}
