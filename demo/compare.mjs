// Compares two dumps of the demo, table by table.
//
//     node compare.mjs DUMP DUMP
//
// prints a line for each table, and for tables that are not equal the first rows that differ. Exit 1 if
// anything differs. Rows are compared as the text that stands in the dumps, so that a number with another
// spelling or a payload with another blank is a difference.

import { readFileSync } from 'node:fs';

const mostDifferences = 20;

function readFile(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`cannot read the dump '${path}'`);
  }
}

// The lines of each table, by the table's name: first its columns, then its rows.
function readDump(path) {
  const tables = new Map();
  for (const line of readFile(path).split('\n')) {
    if (line === '') continue;
    const table = tableOf(line, path);
    if (!tables.has(table)) tables.set(table, []);
    tables.get(table).push(line);
  }
  return tables;
}

function tableOf(line, path) {
  try {
    return JSON.parse(line).table;
  } catch {
    throw new Error(`'${path}' is not a dump of the demo`);
  }
}

// The lines that only one of the two has, or, with the same lines in another order, the places that differ.
function differencesOf(left, right) {
  const onlyLeft = linesMissingIn(right, left);
  const onlyRight = linesMissingIn(left, right);
  if (onlyLeft.length + onlyRight.length > 0) return pair(onlyLeft, onlyRight);
  return pair(left, right).filter(([one, other]) => one !== other);
}

function linesMissingIn(lines, candidates) {
  const known = new Set(lines);
  return candidates.filter((line) => !known.has(line));
}

function pair(left, right) {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, i) => [left[i], right[i]]);
}

// Long lines are shown from a little before the first character that differs.
function excerpt(line, other) {
  if (line === undefined) return '(nothing)';
  const before = 60;
  const length = 200;
  let first = 0;
  while (first < line.length && line[first] === other?.[first]) ++first;
  const begin = line.length <= length || other === undefined ? 0 : Math.max(0, first - before);
  const end = Math.min(line.length, begin + length);
  return (begin > 0 ? '... ' : '') + line.slice(begin, end) + (end < line.length ? ' ...' : '');
}

function printDifferences(differences) {
  for (const [left, right] of differences.slice(0, mostDifferences)) {
    console.log(`    first:  ${excerpt(left, right)}`);
    console.log(`    second: ${excerpt(right, left)}`);
  }
  if (differences.length > mostDifferences)
    console.log(`    ... and ${differences.length - mostDifferences} more`);
}

const rowsOf = (lines) => lines.length - 1;

// Prints one table, and answers whether it is equal.
function compareTable(table, left, right) {
  if (!left || !right) {
    console.log(`${table}: only in the ${left ? 'first' : 'second'} dump`);
    return false;
  }
  const differences = differencesOf(left, right);
  if (differences.length === 0) {
    console.log(`${table}: ${rowsOf(left)} rows, equal`);
    return true;
  }
  console.log(`${table}: ${rowsOf(left)} rows and ${rowsOf(right)} rows, not equal`);
  printDifferences(differences);
  return false;
}

function compare(leftPath, rightPath) {
  const left = readDump(leftPath);
  const right = readDump(rightPath);
  const tables = [...new Set([...left.keys(), ...right.keys()])].sort();
  if (tables.length === 0) throw new Error('the dumps hold no tables');
  const results = tables.map((table) => compareTable(table, left.get(table), right.get(table)));
  return results.every((equal) => equal);
}

function main(parameters) {
  if (parameters.length !== 2) {
    console.error('usage: node compare.mjs DUMP DUMP');
    return 2;
  }
  try {
    return compare(...parameters) ? 0 : 1;
  } catch (error) {
    console.error(`compare.mjs: ${error.message}`);
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
