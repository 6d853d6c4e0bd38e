/** What the reports have in common: medians, columns, and the verdict on an aim. */

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prints rows of texts in columns; those that are listed in `right` are set flush right. */
export function printTable(rows, right) {
  const widths = [];
  for (const row of rows) row.forEach((text, i) => (widths[i] = Math.max(widths[i] ?? 0, text.length)));
  for (const row of rows) {
    const cells = row.map((text, i) => (right.includes(i) ? text.padStart(widths[i]) : text.padEnd(widths[i])));
    console.log(`  ${cells.join('  ')}`.trimEnd());
  }
}

export function printTitle(title) {
  console.log(`\n${title}\n${'-'.repeat(title.length)}\n`);
}

export const grouped = (number) => Math.round(number).toLocaleString('en-US');

/** `relation` is what the figure should be to the aim. */
export function verdict(figure, relation, aim, shown) {
  const isMet = relation === '≥' ? figure >= aim : figure <= aim;
  return `aim ${relation} ${shown}: ${isMet ? 'met' : 'NOT MET'}`;
}
