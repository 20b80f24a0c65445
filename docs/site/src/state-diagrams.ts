import { instance } from '@viz-js/viz';
import { anchorOf } from '../../../.ci/markdown-links.mjs';

const BLOCK = /^```mermaid\nstateDiagram-v2\n(?<lines>[\s\S]*?)^```$/gm;
const ARROW = /^ +(?<from>\S+) --> (?<to>[^:\s]+)(?:: (?<label>.+))?$/;
const STATE = /^ +state "(?<title>[^"]+)" as (?<id>\S+)$/;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string | undefined;
}

interface StateDiagram {
  readonly arrows: readonly Arrow[];
  /** The title of a state, by its id, where they differ. */
  readonly titles: ReadonlyMap<string, string>;
}

/**
 * Draws the state diagrams of a page, so that no reader's browser has to. The table below a diagram has the same content.
 *
 * @throws Error for a diagram with unknown syntax.
 */
export async function withDrawnDiagrams(markdown: string): Promise<string> {
  if (!markdown.includes('```mermaid')) return markdown;
  const viz = await instance();
  let title = '';
  const pieces = markdown.split(/^(?=## )/m).map((section) => {
    title = /^## (.+)$/m.exec(section)?.[1] ?? title;
    return section.replaceAll(BLOCK, (_, lines: string) => {
      const svg = viz.renderString(dotOf(parseDiagram(lines)), { format: 'svg' });
      return figureOf(svg, `States of: ${title}`);
    });
  });
  return pieces.join('');
}

/** @param lines The lines of a Mermaid `stateDiagram-v2`. Only arrows and titles of states are supported. */
export function parseDiagram(lines: string): StateDiagram {
  const arrows: Arrow[] = [];
  const titles = new Map<string, string>();
  for (const line of lines.trimEnd().split('\n')) {
    const arrow = ARROW.exec(line)?.groups;
    const state = STATE.exec(line)?.groups;
    if (arrow) {
      arrows.push({ from: arrow['from'] ?? '', to: arrow['to'] ?? '', label: arrow['label'] });
    } else if (state) {
      titles.set(state['id'] ?? '', state['title'] ?? '');
    } else throw new Error(`A state diagram has a line that cannot be drawn: ${line}`);
  }
  return { arrows, titles };
}

const START = '[*]';

/** The diagram in the language of Graphviz, in ems of 14 points. */
function dotOf({ arrows, titles }: StateDiagram): string {
  const states = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  return [
    'digraph {',
    'bgcolor=transparent; rankdir=TB; nodesep=0.45; ranksep=0.55;',
    'node [shape=box, style=rounded, fontname="sans-serif", fontsize=13, height=0.4, margin="0.28,0.08"];',
    'edge [fontname="sans-serif", fontsize=12, arrowsize=0.7];',
    ...[...states].map((state) =>
      state === START
        ? `"${START}" [shape=circle, style=filled, label="", width=0.18, height=0.18, class=start];`
        : `"${state}" [label="${titles.get(state) ?? state}"];`,
    ),
    ...arrows.map(
      ({ from, to, label = '' }) => `"${from}" -> "${to}" [label="${linesOf(label)}"];`,
    ),
    '}',
  ].join('\n');
}

/** Actions of an arrow, one below the other. */
function linesOf(label: string): string {
  // The letters of the page are wider than those that Graphviz measures.
  return label === '' ? '' : `  ${label.replaceAll(', ', '  \\n  ')}  `;
}

/** The drawing in a frame that scrolls on a narrow page. Its colours are those of the page's style. */
function figureOf(svg: string, label: string): string {
  const drawn = svg
    .slice(svg.indexOf('<svg'))
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/<title>[\s\S]*?<\/title>\n?/g, '')
    .replaceAll(/ (?:fill|stroke|font-family)="[^"]*"/g, '')
    .replaceAll(/ id="[^"]*"/g, '')
    .replace('<svg', `<svg role="img" aria-label="${label}"`)
    .replaceAll(/\n\s*/g, '');
  return `<div class="state-diagram" tabindex="0" role="group" aria-label="${label}, diagram" id="diagram-of-${anchorOf(label.replace('States of: ', ''))}">${drawn}</div>`;
}
