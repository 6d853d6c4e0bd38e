import { BadLine } from './bad-line.js';
import { JsonDocument } from './json-document.js';
import { quoted } from './quoted.js';
import { withoutSurrogateHalves } from './surrogate-halves.js';

/** What a scenario has saved: JSON texts by name. */
export type SavedValues = ReadonlyMap<string, string>;

/**
 * `json` with the saved text in the place of every string "$name" that is a value, at any depth. Throws BadLine if
 * nothing was saved under a name. `json` must be valid. A string that must begin with a dollar sign itself is written
 * with an escape ("\u0024name").
 */
export function putInSaved(json: string, saved: SavedValues): string {
  let out = '';
  let copied = 0;
  for (const string of JsonDocument.parse(withoutSurrogateHalves(json), Infinity).stringValues()) {
    if (!isReference(string.spelling)) continue;
    out += json.slice(copied, string.begin) + savedText(string.decoded().slice(1), saved);
    copied = string.end;
  }
  return out + json.slice(copied);
}

/** More than "$" between the quotes: the sign alone is a text like any other. */
function isReference(spelling: string): boolean {
  return spelling.startsWith('"$') && spelling.length > 3;
}

function savedText(name: string, saved: SavedValues): string {
  const text = saved.get(name);
  if (text === undefined) throw new BadLine(`nothing was saved as ${quoted(name)}`);
  return text;
}
