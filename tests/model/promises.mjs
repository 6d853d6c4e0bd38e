// The promises between the tables, as docs/file-format.md asks for them: queries that find nothing in a sound database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../docs/blocks.mjs';
import { checkout } from './programs.mjs';

const file = 'docs/file-format.md';
const heading = 'Promises between the tables';

/** The queries under the heading, each as a command. */
export function promiseChecks() {
  const [, section] = readFileSync(join(checkout, file), 'utf8').split(new RegExp(`^## ${heading}$`, 'm'));
  if (section === undefined) throw new Error(`${file} has no section '${heading}'`);
  const [queries] = section.split(/^## /m);
  const checks = blocksOf(file, queries)
    .filter(({ language, words }) => language === 'sql' && words.includes('nothing'))
    .map(({ text }) => ({ do: 'sql', sql: text.trim() }));
  if (checks.length === 0) throw new Error(`${file} asks for no promise under '${heading}'`);
  return checks;
}
