/** A number as digits * 10^exponent, without zeros at either end of the digits: one form for each value. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
  /** An exponent that is longer than a number can hold, as it is spelled. */
  readonly farExponent: string;
}

/** More than the digits of any text that fits in memory could make up for. */
const maxExponentDigits = 15;

/**
 * Whole numbers are equal if they are exactly the same number, at any size and in any spelling (1e3 and 1000). Numbers
 * with a fraction are equal if they are the same double. Both must be valid JSON numbers.
 */
export function numbersEqual(one: string, other: string): boolean {
  const exactOne = decimalOf(one);
  const exactOther = decimalOf(other);
  if (sameDecimal(exactOne, exactOther)) return true;
  if (isWhole(exactOne) || isWhole(exactOther)) return false;
  const nearest = Number(one);
  // Beyond the range of doubles all numbers look alike.
  return Number.isFinite(nearest) && nearest !== 0 && nearest === Number(other);
}

function decimalOf(spelling: string): Decimal {
  const [, sign, whole = '', fraction = '', exponentSign, exponentDigits = ''] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)0*(\d*))?$/.exec(spelling)!;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = withoutZerosAtTheEnd(significant);
  if (digits === '') return { negative: false, digits, exponent: 0, farExponent: '' };
  const shrinks = exponentSign === '-';
  const far = exponentDigits.length > maxExponentDigits;
  const written = far ? 0 : Number(exponentDigits) * (shrinks ? -1 : 1);
  return {
    negative: sign === '-',
    digits,
    exponent: written - fraction.length + significant.length - digits.length,
    farExponent: far ? (shrinks ? '-' : '') + exponentDigits : '',
  };
}

function withoutZerosAtTheEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function sameDecimal(one: Decimal, other: Decimal): boolean {
  return (
    one.negative === other.negative &&
    one.digits === other.digits &&
    one.exponent === other.exponent &&
    one.farExponent === other.farExponent
  );
}

function isWhole(decimal: Decimal): boolean {
  if (decimal.digits === '') return true;
  return decimal.farExponent === '' ? decimal.exponent >= 0 : !decimal.farExponent.startsWith('-');
}
