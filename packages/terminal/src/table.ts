/** A cell: text, and optionally a function that colours it after layout. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string };

const GAP = '  ';
const MIN_WIDTH = 6;

/**
 * Lays out rows in columns. Cells that are too wide wrap at spaces, and inside a word only when the word is wider than its
 * column. The first row is the heading. No line is wider than `width`, provided that each column can have six characters.
 *
 * @returns Lines without trailing spaces, each with a newline at its end.
 */
export function renderTable(rows: readonly (readonly Cell[])[], width: number): string {
  const widths = columnWidths(rows, width);
  const lines: string[] = [];
  for (const row of rows) {
    const cells = row.map((cell, column) => wrap(textOf(cell), widths[column] ?? MIN_WIDTH));
    const height = Math.max(...cells.map((wrapped) => wrapped.length));
    for (let line = 0; line < height; line += 1) {
      const parts = cells.map((wrapped, column) => {
        const text = wrapped[line] ?? '';
        const cell = row[column] ?? '';
        const painted = typeof cell === 'string' || text === '' ? text : cell.paint(text);
        // The last column is not padded. Colour codes do not count as width.
        const padding = column === cells.length - 1 ? 0 : (widths[column] ?? 0) - lengthOf(text);
        return painted + ' '.repeat(padding);
      });
      lines.push(parts.join(GAP).trimEnd());
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Breaks text into lines no wider than `width`. Keeps newlines. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').flatMap((part) => piecesOf(part, width))) {
      if (line === '') line = word;
      else if (lengthOf(line) + 1 + lengthOf(word) <= width) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
    return lines;
  });
}

function columnWidths(rows: readonly (readonly Cell[])[], width: number): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(1, ...rows.map((row) => widestLine(textOf(row[column] ?? '')))),
  );
  const available = width - GAP.length * (count - 1);
  // Shrinks the widest column first, so that short columns stay on one line.
  for (let sum = total(widths); sum > available; sum -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= MIN_WIDTH) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function piecesOf(word: string, width: number): string[] {
  const characters = [...word];
  if (characters.length <= width) return [word];
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += width) {
    pieces.push(characters.slice(start, start + width).join(''));
  }
  return pieces;
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function widestLine(text: string): number {
  return Math.max(...text.split('\n').map(lengthOf));
}

function lengthOf(text: string): number {
  return [...text].length;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
