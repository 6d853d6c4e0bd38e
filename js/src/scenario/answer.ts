import { JsonDocument, type JsonValue } from './json-document.js';

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly object: JsonValue;
}

/** An answer of the door, looked into. */
export class Answer {
  readonly text: string;
  /** What the command answered, if it succeeded. */
  readonly value: JsonValue | undefined;
  /** How it failed, if it did. */
  readonly error: Failure | undefined;

  /** Throws MalformedJson. */
  constructor(text: string) {
    this.text = text;
    const root = JsonDocument.parse(text).root;
    if (firstMember(root, 'ok')?.spelling === 'true') {
      this.value = firstMember(root, 'value');
      return;
    }
    const object = firstMember(root, 'error');
    if (object) this.error = { code: textOf(object, 'code'), message: textOf(object, 'message'), object };
  }
}

function firstMember(value: JsonValue, wanted: string): JsonValue | undefined {
  if (value.type !== 'object') return undefined;
  return value.members().find(({ name }) => name.decoded() === wanted)?.value;
}

function textOf(object: JsonValue, name: string): string {
  const value = firstMember(object, name);
  return value?.type === 'string' ? value.decoded() : '';
}

/**
 * A payload that some other program stored may hold line breaks between its tokens (JSON allows them nowhere else).
 * They become spaces, so that one value stays one line.
 */
export function onOneLine(json: string): string {
  return json.replaceAll('\n', ' ');
}
