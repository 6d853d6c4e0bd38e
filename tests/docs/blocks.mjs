// The fenced code blocks of a Markdown file, and what their info strings say about them.

/**
 * A block's info string is its language and words about how it is tested, such as "jsonl scenario".
 * `output` is the text of the block "text output" that comes next, if one does: what the example prints.
 */
export function blocksOf(file, markdown) {
  const blocks = [];
  let open;
  markdown.split('\n').forEach((line, index) => {
    const fence = line.match(/^(```+)(.*)$/);
    if (open === undefined) {
      if (!fence) return;
      const [language, ...words] = fence[2].trim().split(/\s+/);
      open = { fence: fence[1], language, words, place: `${file}:${index + 1}`, lines: [] };
    } else if (fence && fence[1] === open.fence && fence[2].trim() === '') {
      const { language, words, place, lines } = open;
      blocks.push({ file, language, words, place, text: `${lines.join('\n')}\n` });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  });
  if (open !== undefined) throw new Error(`${open.place}: the block is never closed`);
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    if (next && isOutput(next)) block.output = next.text;
  });
  return blocks;
}

export function isOutput({ language, words }) {
  return language === 'text' && words.includes('output');
}

/** The Markdown without its fenced blocks; lines keep their numbers. */
export function proseOf(markdown) {
  let fence;
  return markdown
    .split('\n')
    .map((line) => {
      const found = line.match(/^(```+)/);
      if (fence === undefined && found) fence = found[1];
      else if (fence !== undefined && line.trim() === fence) fence = undefined;
      else if (fence === undefined) return line;
      return '';
    })
    .join('\n');
}

/** The anchors of a Markdown file's headings, as GitHub makes them. */
export function anchorsOf(markdown) {
  const seen = new Map();
  return proseOf(markdown)
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const plain = line.replace(/^#+ /, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      const anchor = plain.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    });
}

/** The rows of the first table under a heading, each as its cells; the row of titles is left out. */
export function tableUnder(markdown, heading) {
  const lines = proseOf(markdown).split('\n');
  const begin = lines.findIndex((line) => /^#{1,6} /.test(line) && line.replace(/^#+ /, '').trim() === heading);
  if (begin < 0) throw new Error(`there is no heading '${heading}'`);
  const first = lines.findIndex((line, index) => index > begin && line.startsWith('|'));
  if (first < 0) throw new Error(`there is no table under '${heading}'`);
  const rows = [];
  for (let i = first + 2; lines[i]?.startsWith('|'); i += 1)
    rows.push(lines[i].slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return rows;
}
