/** Instants and durations, as they are written for people. */

/** An instant, or one that lies so many milliseconds before now. */
export interface Moment {
  readonly milliseconds: number;
  readonly beforeNow: boolean;
}

export function instantOf(moment: Moment, now: number): number {
  return moment.beforeNow ? now - moment.milliseconds : moment.milliseconds;
}

const maxInstant = 8_640_000_000_000_000;

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** The years that ISO 8601 writes with four digits. */
const firstWithDate = -62_167_219_200_000;
const lastWithDate = 253_402_300_799_999;

/** ISO 8601 in UTC: "2026-01-31T09:30:00.000Z". The plain number beyond the years of four digits. */
export function shownInstant(instant: number): string {
  return instant < firstWithDate || instant > lastWithDate ? String(instant) : new Date(instant).toISOString();
}

/** How long before `now` that was, in the two largest units: "3d4h". "in 3d4h" if it is still to come. */
export function shownAge(instant: number, now: number): string {
  let rest = Math.abs(now - instant);
  const largest = Math.max(0, units.findIndex(([name, milliseconds]) => name === 'ms' || rest >= milliseconds));
  let age = now < instant ? 'in ' : '';
  for (const [index, [name, milliseconds]] of units.slice(largest, largest + 2).entries()) {
    const count = Math.floor(rest / milliseconds);
    rest %= milliseconds;
    if (index === 0 || (count > 0 && name !== 'ms')) age += `${count}${name}`;
  }
  return age;
}

/** Milliseconds, or what `shownInstant` makes of them; the fraction may be left out. Undefined if it is neither. */
export function readInstant(text: string): number | undefined {
  if (!/^-?[0-9]+$/.test(text)) return readDate(text);
  const instant = Number(text) || 0; // never -0
  return Math.abs(instant) <= maxInstant ? instant : undefined;
}

function readDate(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$/.test(text)) return undefined;
  const full = text.length === 20 ? text.replace('Z', '.000Z') : text;
  const instant = Date.parse(full);
  // A day that the month does not have would become another one.
  return !Number.isNaN(instant) && new Date(instant).toISOString() === full ? instant : undefined;
}

/** Numbers with their units, the largest first: "30d", "12h", "1h30m", "10s", "500ms". Undefined if it is none. */
export function readDuration(text: string): number | undefined {
  const parts = /^(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m(?!s))?(?:([0-9]+)s)?(?:([0-9]+)ms)?$/.exec(text);
  if (!parts || text === '') return undefined;
  let duration = 0;
  for (const [index, [, milliseconds]] of units.entries()) {
    const count = Number(parts[index + 1] ?? 0);
    if (count > Math.floor(maxInstant / milliseconds)) return undefined;
    duration += count * milliseconds;
  }
  return duration <= maxInstant ? duration : undefined;
}
