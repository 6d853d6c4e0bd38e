import { BadLine } from './bad-line.js';
import { JsonDocument, MalformedJson } from './json-document.js';
import { withoutSurrogateHalves } from './surrogate-halves.js';

/**
 * A member of a line's object as it is spelled. Nothing is converted or dropped: what goes on to the door must be what
 * the line says, a number's spelling and a member that is written twice included.
 */
export interface LineMember {
  /** Decoded. */
  readonly name: string;
  /** With its quotes. */
  readonly spelledName: string;
  readonly value: string;
}

/** Throws BadLine unless the line is one JSON object. How deep it nests is for the door to judge. */
export function splitLine(line: string): LineMember[] {
  const root = readAsJson(line);
  if (root.type !== 'object') throw new BadLine('the line is not a JSON object');
  return root.members().map(({ name, value }) => ({
    name: name.decoded(),
    spelledName: line.slice(name.begin, name.end),
    value: line.slice(value.begin, value.end),
  }));
}

function readAsJson(line: string) {
  try {
    return JsonDocument.parse(withoutSurrogateHalves(line), Infinity).root;
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new BadLine(`the line is not valid JSON: ${error.message}`);
  }
}

/** The first member of this name. */
export function findMember(members: readonly LineMember[], name: string): LineMember | undefined {
  return members.find((member) => member.name === name);
}

/** The content of the first member of this name, if it is there and a text. */
export function textMember(members: readonly LineMember[], name: string): string | undefined {
  const member = findMember(members, name);
  if (!member?.value.startsWith('"')) return undefined;
  return JSON.parse(withoutSurrogateHalves(member.value)) as string;
}
