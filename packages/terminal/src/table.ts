import { joinLines, stringWidth, wrap } from './text-width.js';

const GAP = '  ';

/**
 * Lays out rows in columns. The first row is the heading. A cell that is too wide wraps at spaces; a word is never broken, so
 * that names can be copied. Cells may contain colors, which have no width.
 *
 * @param width The width of the screen; `Infinity` gives each row one line. A line is only wider when its words are.
 * @returns Lines without trailing spaces, each with a newline at its end.
 */
export function renderTable(rows: readonly (readonly string[])[], width: number): string {
  const widths = columnWidths(rows, width);
  const lines = rows.flatMap((row) => {
    const cells = row.map((cell, column) => wrap(cell, widths[column] ?? width));
    const height = Math.max(...cells.map((wrapped) => wrapped.length));
    return Array.from({ length: height }, (_, line) =>
      cells.map((wrapped, column) => padded(wrapped[line] ?? '', widths[column] ?? 0)).join(GAP),
    );
  });
  return joinLines(lines.map((line) => line.trimEnd()));
}

function columnWidths(rows: readonly (readonly string[])[], width: number): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    return { width: widest(cells, '\n'), least: widest(cells, /[ \n]/) };
  });
  const available = width - GAP.length * (count - 1);
  // Narrows the widest column first, so that short columns stay on one line.
  for (let sum = total(columns.map((column) => column.width)); sum > available; sum -= 1) {
    const [wide] = columns
      .filter((column) => column.width > column.least)
      .sort((a, b) => b.width - a.width);
    if (wide === undefined) break;
    wide.width -= 1;
  }
  return columns.map((column) => column.width);
}

function widest(cells: readonly string[], separator: string | RegExp): number {
  return Math.max(0, ...cells.flatMap((cell) => cell.split(separator)).map(stringWidth));
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
