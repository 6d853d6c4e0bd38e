/** `text` as a JSON string, with the escapes that JSON demands; spelled as the native twin spells it. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\[^]/g, (escape) => spellings[escape] ?? escape);
}

const spellings: Readonly<Record<string, string>> = { '\\b': '\\u0008', '\\f': '\\u000c' };
