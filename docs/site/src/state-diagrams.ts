import { renderMermaidSVG } from 'beautiful-mermaid';
import { anchorOf } from '../../../.ci/markdown-links.mjs';

const BLOCK = /^```mermaid\n(?<diagram>[\s\S]*?)^```$/gm;
// The drawing would leave out any other line without a word.
const DRAWN = /^(?:stateDiagram-v2| +\S+ --> [^:\s]+(?:: .+)?| +state "[^"]+" as \S+)$/;

/**
 * Draws the state diagrams of a page, so that no reader's browser has to. The table below a diagram has the same content.
 *
 * @throws Error for a line that is not drawn.
 */
export function withDrawnDiagrams(markdown: string): string {
  let title = '';
  const sections = markdown.split(/^(?=## )/m).map((section) => {
    title = /^## (.+)$/m.exec(section)?.[1] ?? title;
    return section.replaceAll(BLOCK, (_, diagram: string) => {
      const unknown = diagram
        .trimEnd()
        .split('\n')
        .find((line) => !DRAWN.test(line));
      if (unknown !== undefined) {
        throw new Error(`A state diagram has a line that cannot be drawn: ${unknown}`);
      }
      return figureOf(renderMermaidSVG(diagram), title);
    });
  });
  return sections.join('');
}

/** The drawing in a frame that scrolls on a narrow page. Its colors are variables, which the style of the page sets. */
function figureOf(svg: string, title: string): string {
  const label = `States of: ${title}`;
  const id = `diagram-of-${anchorOf(title)}`;
  const drawn = svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="[^"]*"/, '')
    .replaceAll('arrowhead', `arrow-${id}`)
    .replace('<svg', `<svg role="img" aria-label="${label}"`)
    .replaceAll(/\n\s*/g, '');
  return `<div class="state-diagram" tabindex="0" role="group" aria-label="${label}, diagram" id="${id}">${drawn}</div>`;
}
