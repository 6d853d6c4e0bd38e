import { BadLine } from './bad-line.js';
import type { Expectations, Save } from './expectations.js';
import { JsonDocument, MalformedJson, type JsonValue } from './json-document.js';
import { JsonPointer } from './json-pointer.js';
import { findMember, textMember, type LineMember } from './line-members.js';
import { quoted } from './quoted.js';
import { putInSaved, type SavedValues } from './saved-values.js';

/** A line of a scenario: the command for the door, and what the runner is to make of the answer. */
export interface ScenarioLine {
  /** JSON text. */
  readonly command: string;
  readonly expectations: Expectations;
}

/** Saved values are put in. Throws BadLine. */
export function readLine(members: readonly LineMember[], saved: SavedValues): ScenarioLine {
  if (requiredFeatures(members)) throw new BadLine('requires must come first');
  const expectations: Expectations = { absent: [], saves: [] };
  const commandMembers: string[] = [];
  const seen = new Set<string>();
  for (const member of members) {
    const { name } = member;
    if (isForTheRunner(name)) {
      if (seen.has(name)) throw new BadLine(`${name} is written twice`);
      seen.add(name);
    }
    if (name === 'save') expectations.saves = readSaves(member.value);
    else if (name === 'note') {
      if (textMember(members, 'note') === undefined) throw new BadLine('note must be text');
    } else if (isExpectation(name)) readExpectation(member, saved, expectations);
    else commandMembers.push(`${member.spelledName}:${putInSaved(member.value, saved)}`);
  }
  refuseContradiction(members);
  return { command: `{${commandMembers.join(',')}}`, expectations };
}

/** Why the line is there, or an empty text. */
export function noteOf(members: readonly LineMember[]): string {
  return textMember(members, 'note') ?? '';
}

/** The features that a line {"requires": […]} asks for; undefined if it is another line. Throws BadLine. */
export function requiredFeatures(members: readonly LineMember[]): string[] | undefined {
  const required = findMember(members, 'requires');
  if (!required) return undefined;
  if (members.some((member) => member !== required && member.name !== 'note'))
    throw new BadLine('only a note can stand beside requires');
  const list = parse('requires', required.value).root;
  const features = list.type === 'array' ? list.elements() : undefined;
  if (!features?.every((feature) => feature.type === 'string'))
    throw new BadLine('requires must be a list of texts');
  return features.map((feature) => feature.decoded());
}

function isExpectation(name: string): boolean {
  return name.startsWith('expect');
}

function isForTheRunner(name: string): boolean {
  return isExpectation(name) || name === 'save' || name === 'note' || name === 'requires';
}

function readExpectation(member: LineMember, saved: SavedValues, expectations: Expectations): void {
  const { name } = member;
  const json = putInSaved(member.value, saved);
  if (name === 'expect') expectations.value = parse(name, json);
  else if (name === 'expect_match') expectations.match = parse(name, json);
  else if (name === 'expect_error') expectations.error = readError(json);
  else if (name === 'expect_text') expectations.text = readText(member.value, json);
  else if (name === 'expect_absent') expectations.absent = readAbsent(json);
  else throw new BadLine(`there is no expectation '${name}'`);
}

function parse(name: string, json: string): JsonDocument {
  try {
    return JsonDocument.parse(json);
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new BadLine(`${name} cannot be compared: ${error.reason}`);
  }
}

function readPointer(value: JsonValue, illTyped: string): JsonPointer {
  if (value.type !== 'string') throw new BadLine(illTyped);
  const text = value.decoded();
  const pointer = JsonPointer.parse(text);
  if (!pointer) throw new BadLine(`${quoted(text)} is not a JSON pointer`);
  return pointer;
}

function readError(json: string): JsonDocument {
  const error = parse('expect_error', json);
  if (error.root.type !== 'string' && error.root.type !== 'object')
    throw new BadLine('expect_error must be text or an object');
  return error;
}

/**
 * The text that the answer must contain. What a reference stands for need not be a text itself: then its JSON is looked
 * for as it was spelled.
 */
function readText(written: string, json: string): string {
  if (!written.startsWith('"')) throw new BadLine('expect_text must be text');
  const text = parse('expect_text', json);
  const wanted = text.root.type === 'string' ? text.root.decoded() : text.text;
  if (wanted === '') throw new BadLine('expect_text must not be empty');
  return wanted;
}

function readAbsent(json: string): JsonPointer[] {
  const illTyped = 'expect_absent must be a list of JSON pointers';
  const list = parse('expect_absent', json).root;
  if (list.type !== 'array') throw new BadLine(illTyped);
  return list.elements().map((place) => readPointer(place, illTyped));
}

function readSaves(json: string): Save[] {
  const illTyped = 'save must be an object of names and JSON pointers';
  const object = parse('save', json).root;
  if (object.type !== 'object') throw new BadLine(illTyped);
  return object.members().map(({ name, value }) => {
    const save = { name: name.decoded(), place: readPointer(value, illTyped) };
    if (save.name === '') throw new BadLine('save has an empty name');
    return save;
  });
}

/** A command that fails has no value, so the one excludes the other. */
function refuseContradiction(members: readonly LineMember[]): void {
  if (!findMember(members, 'expect_error')) return;
  for (const name of ['expect', 'expect_match', 'expect_absent', 'save'])
    if (findMember(members, name)) throw new BadLine(`${name} cannot stand beside expect_error`);
}
