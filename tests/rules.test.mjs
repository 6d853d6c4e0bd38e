// Holds the table of rules and the scenarios together: every rule has a line, every id in a line is a rule,
// every other proof is a file that exists, and every scenario line is JSON.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const ID = /\b[GE]-[A-Z]+-\d+\b/g;
const LEADING_IDS = /^[GE]-[A-Z]+-\d+(?: [GE]-[A-Z]+-\d+)*(?=:|$)/;

/** The rows of the tables in rules.md; the second table has a third cell. */
function readRules(text) {
  const scenario = [];
  const elsewhere = [];
  const malformed = [];
  let columns = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      columns = 0;
      continue;
    }
    const cells = line.split('|').slice(1, -1).map((cell) => cell.trim());
    if (cells[0] === 'id') {
      columns = cells.length;
      continue;
    }
    if (cells.every((cell) => /^-+$/.test(cell))) continue;
    const whole = /^[GE]-[A-Z]+-\d+$/.test(cells[0]) && cells.length === columns && cells.every((cell) => cell !== '');
    if (!whole) malformed.push(line);
    else if (columns === 2) scenario.push({ id: cells[0], rule: cells[1] });
    else elsewhere.push({ id: cells[0], rule: cells[1], file: cells[2] });
  }
  return { scenario, elsewhere, malformed };
}

/** All scenario files under a folder, in a fixed order. */
function scenarioFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return scenarioFiles(path);
      return entry.name.endsWith('.jsonl') ? [path] : [];
    });
}

/** The commands of a file with their line numbers; what is not a JSON object goes to `broken`. */
function readScenario(path, broken) {
  const lines = [];
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      if (text.trim() === '' || text.startsWith('//')) return;
      const place = `${relative(root, path)}:${index + 1}`;
      let value;
      try {
        value = JSON.parse(text);
      } catch (error) {
        broken.push(`${place}: ${error.message}`);
        return;
      }
      if (value === null || typeof value !== 'object' || Array.isArray(value)) broken.push(`${place}: not an object`);
      else lines.push({ place, value });
    });
  return lines;
}

const rules = readRules(readFileSync(join(here, 'rules.md'), 'utf8'));
const broken = [];
const files = scenarioFiles(join(here, 'scenarios')).map((path) => ({
  name: relative(root, path),
  lines: readScenario(path, broken),
}));
const lines = files.flatMap((file) => file.lines);
const named = new Map(); // id -> first place
const misplaced = [];
for (const { place, value } of lines) {
  if (typeof value.note !== 'string') continue;
  const leading = value.note.match(LEADING_IDS)?.[0] ?? '';
  for (const [id] of leading.matchAll(ID)) if (!named.has(id)) named.set(id, place);
  for (const [id] of value.note.slice(leading.length).matchAll(ID)) misplaced.push(`${place}: ${id}`);
}

test('both tables have rows, and every row is complete', () => {
  assert.deepEqual(rules.malformed, []);
  assert.ok(rules.scenario.length > 0 && rules.elsewhere.length > 0);
});

test('no id stands twice', () => {
  const all = [...rules.scenario, ...rules.elsewhere].map(({ id }) => id);
  assert.deepEqual(all.filter((id, index) => all.indexOf(id) !== index), []);
});

test('there are scenarios, and each of their lines is a JSON object', () => {
  assert.ok(lines.length > 0);
  assert.deepEqual(broken, []);
});

test('a note is a text', () => {
  const odd = lines.filter(({ value }) => 'note' in value && typeof value.note !== 'string');
  assert.deepEqual(odd.map(({ place }) => place), []);
});

test('what a file requires stands on its first line', () => {
  const late = files.flatMap((file) => file.lines.slice(1)).filter(({ value }) => 'requires' in value);
  assert.deepEqual(late.map(({ place }) => place), []);
});

test('every rule of the first table is named by a scenario line', () => {
  assert.deepEqual(rules.scenario.filter(({ id }) => !named.has(id)).map(({ id }) => id), []);
});

test('ids stand at the beginning of a note', () => {
  assert.deepEqual(misplaced, []);
});

test('every id in a note is a rule', () => {
  const known = new Set([...rules.scenario, ...rules.elsewhere].map(({ id }) => id));
  const unknown = [...named].filter(([id]) => !known.has(id)).map(([id, place]) => `${place}: ${id}`);
  assert.deepEqual(unknown, []);
});

test('every rule of the second table is proven by a file that is there', () => {
  const missing = rules.elsewhere.filter(({ file }) => !existsSync(join(root, file)));
  assert.deepEqual(missing.map(({ id, file }) => `${id}: ${file}`), []);
});
