/**
 * `json` with every escape that is half of a surrogate pair replaced by the one of U+FFFD, which is as long: all places
 * stay the same.
 *
 * The grammar of JSON allows such escapes, the product refuses them; a scenario must be able to show that, so a line
 * that holds one is read all the same and goes to the door as it is written.
 */
export function withoutSurrogateHalves(json: string): string {
  // An escape is taken whole, so that the digits behind an escaped backslash are not taken for one; pairs come first.
  return json.replace(/\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\[^]/g, (escape) =>
    escape.length === 6 ? '\\ufffd' : escape,
  );
}
