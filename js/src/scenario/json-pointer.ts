import type { JsonValue } from './json-document.js';

/** A JSON pointer (RFC 6901): the place of a value within another one. */
export class JsonPointer {
  private constructor(
    readonly text: string,
    readonly tokens: readonly string[],
  ) {}

  /** Undefined if `text` is not a JSON pointer. */
  static parse(text: string): JsonPointer | undefined {
    if (text === '') return new JsonPointer(text, []);
    if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
    return new JsonPointer(text, text.slice(1).split('/').map(decodeToken));
  }

  /** The value at this place of `root`, if there is one. Of members with one name the first counts. */
  find(root: JsonValue): JsonValue | undefined {
    let found: JsonValue | undefined = root;
    for (const token of this.tokens) {
      if (!found) break;
      found = step(found, token);
    }
    return found;
  }
}

/** The pointer one step further, to a member or an element. */
export function stepTo(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function decodeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function step(from: JsonValue, token: string): JsonValue | undefined {
  if (from.type === 'object') return from.members().find(({ name }) => name.decoded() === token)?.value;
  // Digits without a leading zero; "-" and all else is no index.
  if (from.type !== 'array' || !/^(0|[1-9]\d*)$/.test(token)) return undefined;
  return from.elements()[Number(token)];
}
