const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** A byte that is not UTF-8 stands in a string as this plus itself: a lone surrogate, which no UTF-8 text holds. */
const firstOfStrayBytes = 0xdc00;

/** The text of a file or a line. What is not UTF-8 is to be refused where it stands, so it is kept and not replaced. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return textWithStrayBytes(bytes);
  }
}

function textWithStrayBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let wellFormed = 0; // where the bytes begin that are not yet in the pieces
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      pieces.push(strictDecoder.decode(bytes.subarray(wellFormed, at)));
      pieces.push(String.fromCharCode(firstOfStrayBytes + bytes[at]!));
      wellFormed = at + 1;
    }
    at += Math.max(length, 1);
  }
  pieces.push(strictDecoder.decode(bytes.subarray(wellFormed)));
  return pieces.join('');
}

/** The length of the well-formed character at `at`, or 0 if there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  try {
    strictDecoder.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}

/** True for a text that has a UTF-8 form. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** True if a surrogate without its other half stands at `at`. */
export function isStrayAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return false;
  return text.codePointAt(at)! <= 0xffff && !(unit >= 0xdc00 && at > 0 && text.codePointAt(at - 1)! > 0xffff);
}

/** The number of bytes that a text was read from. */
export function byteLength(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) length += 1;
    else length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/**
 * A text of unknown origin, made fit to be printed: control characters are spelled \u00XX, so that it stays on its
 * line and cannot steer a terminal, and each byte that is not UTF-8 becomes U+FFFD.
 */
export function printable(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
