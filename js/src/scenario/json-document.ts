/**
 * A strict JSON reader (RFC 8259) that loses nothing: every value keeps its place in the text, numbers stay as they
 * are spelled, members that are written twice stay twice, and "__proto__" is a name like any other.
 *
 * It does not recurse: a deep text costs memory, not stack.
 */
import { byteLength, isStrayAt } from './text.js';

/** Why and where a text is not JSON. `reason` reads well behind "is not valid JSON: ". */
export class MalformedJson extends Error {
  constructor(
    readonly reason: string,
    /** Byte offset. */
    readonly at: number,
  ) {
    super(`${reason} at byte ${at}`);
  }
}

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** One value, or with `isName` the name of a member. `next` is the index behind the value and everything in it. */
interface Node {
  readonly type: JsonType;
  readonly isName: boolean;
  readonly begin: number;
  end: number;
  next: number;
}

/** Containers may nest this deep where a payload stands in its place within an answer. */
export const maxDocumentDepth = 576;

export class JsonDocument {
  private constructor(
    readonly text: string,
    readonly nodes: readonly Node[],
  ) {}

  /** Throws MalformedJson unless `text` is one JSON value. */
  static parse(text: string, maxDepth: number = maxDocumentDepth): JsonDocument {
    return new JsonDocument(text, new Reader(text, maxDepth).read());
  }

  get root(): JsonValue {
    return new JsonValue(this, 0);
  }

  /** Every value of type string, at any depth; names of members are none. */
  *stringValues(): Iterable<JsonValue> {
    for (const [index, node] of this.nodes.entries())
      if (node.type === 'string' && !node.isName) yield new JsonValue(this, index);
  }
}

export interface JsonMember {
  readonly name: JsonValue;
  readonly value: JsonValue;
}

/** A value of a document. */
export class JsonValue {
  readonly #document: JsonDocument;
  readonly #index: number;
  readonly #node: Node;

  constructor(document: JsonDocument, index: number) {
    this.#document = document;
    this.#index = index;
    this.#node = document.nodes[index]!;
  }

  get type(): JsonType {
    return this.#node.type;
  }

  get begin(): number {
    return this.#node.begin;
  }

  get end(): number {
    return this.#node.end;
  }

  /** The text of the value as it stands, a string's quotes included. */
  get spelling(): string {
    return this.#document.text.slice(this.begin, this.end);
  }

  /** A string's content. */
  decoded(): string {
    return JSON.parse(this.spelling) as string;
  }

  elements(): JsonValue[] {
    const elements: JsonValue[] = [];
    for (let at = this.#index + 1; at < this.#node.next; at = this.#document.nodes[at]!.next)
      elements.push(new JsonValue(this.#document, at));
    return elements;
  }

  /** The members of an object in the order of the text. */
  members(): JsonMember[] {
    const members: JsonMember[] = [];
    for (let at = this.#index + 1; at < this.#node.next; at = this.#document.nodes[at + 1]!.next)
      members.push({ name: new JsonValue(this.#document, at), value: new JsonValue(this.#document, at + 1) });
    return members;
  }
}

const simpleEscapes = '"\\/bfnrt';
const words: readonly (readonly [string, JsonType])[] = [
  ['null', 'null'],
  ['true', 'boolean'],
  ['false', 'boolean'],
];

class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #nodes: Node[] = [];
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  read(): Node[] {
    const open: Node[] = [];
    this.#skipBlanks();
    for (;;) {
      let valueDone = true;
      const first = this.#peek();
      if (first === '{' || first === '[') {
        if (open.length === this.#maxDepth) this.#fail('it nests too many containers');
        const container = this.#add(first === '{' ? 'object' : 'array', this.#at);
        open.push(container);
        this.#at += 1;
        this.#skipBlanks();
        if (this.#peek() === closing(container)) this.#close(open);
        else {
          valueDone = false;
          if (container.type === 'object') this.#readName();
        }
      } else if (first === '"') this.#readString(false);
      else this.#readScalar();

      // Behind a value: close what ends here, or go on to the next value of the innermost container.
      while (valueDone) {
        const container = open[open.length - 1];
        this.#skipBlanks();
        if (!container) {
          if (this.#at !== this.#text.length) this.#fail('something follows the value');
          return this.#nodes;
        }
        const next = this.#peek();
        if (next === ',') {
          this.#at += 1;
          this.#skipBlanks();
          valueDone = false;
          if (container.type === 'object') this.#readName();
        } else if (next === closing(container)) this.#close(open);
        else this.#fail(`',' or '${closing(container)}' was expected`);
      }
    }
  }

  #readName(): void {
    if (this.#peek() !== '"') this.#fail("a member's name in quotes was expected");
    this.#readString(true);
    this.#skipBlanks();
    if (this.#peek() !== ':') this.#fail("':' was expected");
    this.#at += 1;
    this.#skipBlanks();
  }

  #readString(isName: boolean): void {
    const begin = this.#at;
    this.#at += 1;
    for (;;) {
      const c = this.#peek();
      if (c === '"') break;
      if (c === '\\') this.#readEscape();
      else if (c < ' ') this.#fail('a control character stands in a string without an escape');
      else if (isStrayAt(this.#text, this.#at)) this.#fail('it is not UTF-8');
      else this.#at += 1;
    }
    this.#at += 1;
    this.#add('string', begin, isName);
  }

  #readEscape(): void {
    this.#at += 1;
    const c = this.#peek();
    if (c !== 'u') {
      if (!simpleEscapes.includes(c)) this.#fail('an unknown escape');
      this.#at += 1;
      return;
    }
    const unit = this.#hex4(this.#at + 1);
    if (unit < 0xd800 || unit > 0xdfff) {
      this.#at += 5;
      return;
    }
    const paired = unit <= 0xdbff && this.#text.startsWith('\\u', this.#at + 5);
    const low = paired ? this.#hex4(this.#at + 7) : 0;
    if (low < 0xdc00 || low > 0xdfff) this.#fail('an escape is half of a surrogate pair');
    this.#at += 11;
  }

  #hex4(from: number): number {
    const digits = this.#text.slice(from, from + 4);
    const good = /^[0-9a-fA-F]*/.exec(digits)![0].length;
    if (good === 4) return Number.parseInt(digits, 16);
    // Told where the digits begin if the text ends within them.
    const cut = byteLength(this.#text.slice(from, from + 4)) < 4;
    return this.#fail('four hexadecimal digits were expected', cut ? from : from + good);
  }

  #readScalar(): void {
    const begin = this.#at;
    for (const [word, type] of words) {
      if (!this.#text.startsWith(word, begin)) continue;
      this.#at += word.length;
      this.#add(type, begin);
      return;
    }
    if (this.#text[begin] !== '-' && !this.#isDigit()) this.#fail('a value was expected');
    this.#readNumber();
    this.#add('number', begin);
  }

  #readNumber(): void {
    if (this.#text[this.#at] === '-') this.#at += 1;
    if (this.#text[this.#at] === '0') {
      this.#at += 1;
      if (this.#isDigit()) this.#fail('a number must not begin with 0');
    } else this.#readDigits();
    if (this.#text[this.#at] === '.') {
      this.#at += 1;
      this.#readDigits();
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at += 1;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at += 1;
      this.#readDigits();
    }
  }

  #readDigits(): void {
    if (!this.#isDigit()) this.#fail('a digit was expected');
    while (this.#isDigit()) this.#at += 1;
  }

  #isDigit(): boolean {
    const c = this.#text[this.#at];
    return c !== undefined && c >= '0' && c <= '9';
  }

  #skipBlanks(): void {
    while (isBlank(this.#text[this.#at])) this.#at += 1;
  }

  #peek(): string {
    return this.#text[this.#at] ?? this.#fail('it ends too early');
  }

  #add(type: JsonType, begin: number, isName = false): Node {
    const node = { type, isName, begin, end: this.#at, next: this.#nodes.length + 1 };
    this.#nodes.push(node);
    return node;
  }

  #close(open: Node[]): void {
    this.#at += 1;
    const container = open.pop()!;
    container.end = this.#at;
    container.next = this.#nodes.length;
  }

  #fail(reason: string, at: number = this.#at): never {
    throw new MalformedJson(reason, byteLength(this.#text.slice(0, at)));
  }
}

function closing(container: Node): string {
  return container.type === 'object' ? '}' : ']';
}

function isBlank(c: string | undefined): boolean {
  return c === ' ' || c === '\t' || c === '\n' || c === '\r';
}
