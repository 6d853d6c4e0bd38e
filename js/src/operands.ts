import { UsageError } from './usage-error.js';

/** The words behind a sub-command, sorted into options and operands. */
export interface Operands {
  /** A flag has the empty value. */
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly operands: readonly string[];
  readonly help: boolean;
}

/** What the option was given; if it stands there more than once, the last time. */
export function lastValue({ options }: Operands, wanted: string): string | undefined {
  return options.filter(([name]) => name === wanted).at(-1)?.[1];
}

export function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

/** The first word is the sub-command. Behind "--" all words are operands. Throws UsageError. */
export function sortOut(words: readonly string[], optionsWithValue: readonly string[], flags: readonly string[] = []): Operands {
  const options: [string, string][] = [];
  const operands: string[] = [];
  let help = false;
  let onlyOperands = false;
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i]!;
    if (onlyOperands || !isOption(word)) operands.push(word);
    else if (word === '--') onlyOperands = true;
    else if (word === '--help' || word === '-h') help = true;
    else {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word : word.slice(0, equals);
      if (flags.includes(name)) {
        if (equals >= 0) throw new UsageError(`the option '${name}' takes no value`);
        options.push([name, '']);
        continue;
      }
      if (!optionsWithValue.includes(name)) throw new UsageError(`'${words[0]}' has no option '${name}'`);
      if (equals < 0) i += 1;
      const value = equals < 0 ? words[i] : word.slice(equals + 1);
      if (value === undefined) throw new UsageError(`the option '${name}' needs a value`);
      options.push([name, value]);
    }
  }
  return { options, operands, help };
}
