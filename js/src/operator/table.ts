/** Tables in columns, for people. */
import { columnsOf } from './characters.js';
import { cut } from './shown-text.js';

export interface Column {
  readonly title: string;
  /** What is longer is cut. Default: 40. */
  readonly widest?: number;
  readonly align?: 'left' | 'right';
}

/** A cell is a shown text (shown-text.ts); undefined is shown as "-". */
export type Cell = string | undefined;

const defaultWidest = 40;
const gap = '  ';

/** One line for the titles, and one for each row. A column in which no row has anything is left out. */
export function tableText(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const shown = columns
    .map((column, index) => ({ column, cells: rows.map((row) => row[index]) }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
    .map(({ column, cells }) => padded(column, cells));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) => shown.map((cells) => cells[line]!).join(gap));
  return lines.map((line) => `${line.replace(/ +$/, '')}\n`).join('');
}

function padded(column: Column, cells: readonly Cell[]): string[] {
  const texts = [column.title, ...cells.map((cell) => cut(cell ?? '-', column.widest ?? defaultWidest))];
  const width = texts.reduce((widest, text) => Math.max(widest, columnsOf(text)), 0);
  return texts.map((text) => {
    const blanks = ' '.repeat(width - columnsOf(text));
    return column.align === 'right' ? blanks + text : text + blanks;
  });
}
