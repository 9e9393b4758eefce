type Check = (digits: string) => boolean;

/** Sum of digits by weights; the text may be longer than the weights. */
function weighed(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + Number(digits[i]) * weight, 0);
}

/** Eleven minus the remainder; `over` replaces results of two digits. */
function elevenMinus(sum: number, over: (result: number) => number = () => 0): number {
  const result = 11 - (sum % 11);
  return result > 9 ? over(result) : result;
}

const down = (from: number): number[] => Array.from({ length: from - 1 }, (_, i) => from - i);

/** Eight digits and one check digit by weights 9 to 2: the rule of most states. */
const usual: Check = (digits) => Number(digits[8]) === elevenMinus(weighed(digits, down(9)));

const timesTen =
  (weights: readonly number[]): Check =>
  (digits) =>
    Number(digits.at(-1)) === ((weighed(digits, weights) * 10) % 11) % 10;

const twoDigits =
  (first: readonly number[], second: readonly number[]): Check =>
  (digits) =>
    Number(digits.at(-2)) === elevenMinus(weighed(digits, first)) &&
    Number(digits.at(-1)) === elevenMinus(weighed(digits, second));

const single =
  (weights: readonly number[]): Check =>
  (digits) =>
    Number(digits.at(-1)) === elevenMinus(weighed(digits, weights));

const amapa: Check = (digits) => {
  const base = Number(digits.slice(0, 8));
  const [start, last] = base <= 3_017_000 ? [5, 0] : base <= 3_019_022 ? [9, 1] : [0, 0];
  return Number(digits[8]) === elevenMinus(start + weighed(digits, down(9)), (over) => (over === 11 ? last : 0));
};

const bahia: Check = (digits) => {
  const base = digits.slice(0, -2);
  const modulus = '679'.includes(digits[digits.length - 8] ?? '') ? 11 : 10;
  const check = (text: string): number => {
    const rest = weighed(text, down(text.length + 1)) % modulus;
    return rest === 0 || (modulus === 11 && rest === 1) ? 0 : modulus - rest;
  };
  const second = check(base);
  return digits.slice(-2) === `${check(base + String(second))}${second}`;
};

const goias: Check = (digits) => {
  const rest = weighed(digits, down(9)) % 11;
  const base = Number(digits.slice(0, 8));
  const tens = base >= 10_103_105 && base <= 10_119_997 ? 1 : 0;
  return Number(digits[8]) === (rest === 0 ? 0 : rest === 1 ? tens : 11 - rest);
};

const minas: Check = (digits) => {
  const spread = `${digits.slice(0, 3)}0${digits.slice(3, 11)}`;
  const products = [...spread].map((digit, i) => String(Number(digit) * (i % 2 === 0 ? 1 : 2))).join('');
  const total = [...products].reduce((sum, digit) => sum + Number(digit), 0);
  const second = elevenMinus(weighed(digits, [3, 2, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]));
  return Number(digits[11]) === (10 - (total % 10)) % 10 && Number(digits[12]) === second;
};

const saoPaulo: Check = (digits) =>
  Number(digits[8]) === (weighed(digits, [1, 3, 4, 5, 6, 7, 8, 10]) % 11) % 10 &&
  Number(digits[11]) === (weighed(digits, [3, 2, ...down(10)]) % 11) % 10;

const rondonia: Check = (digits) =>
  Number(digits[13]) === elevenMinus(weighed(digits, [6, 5, 4, 3, 2, ...down(9)]), (over) => over - 10);

const pernambucoOld: Check = (digits) =>
  Number(digits[13]) === elevenMinus(weighed(digits, [5, 4, 3, 2, 1, ...down(9)]), (over) => over - 10);

const tocantinsOld: Check = (digits) => usual(digits.slice(0, 2) + digits.slice(4));

const federal = twoDigits([4, 3, 2, ...down(9)], [5, 4, 3, 2, ...down(9)]);

/** By state: how many digits a registration has, and its check digits (annexes of Convênio SINTEGRA). */
const checks: Readonly<Record<string, readonly (readonly [number, Check])[]>> = {
  AC: [[13, federal]],
  AL: [[9, timesTen(down(9))]],
  AM: [[9, usual]],
  AP: [[9, amapa]],
  BA: [
    [8, bahia],
    [9, bahia],
  ],
  CE: [[9, usual]],
  DF: [[13, federal]],
  ES: [[9, usual]],
  GO: [[9, goias]],
  MA: [[9, usual]],
  MG: [[13, minas]],
  MS: [[9, usual]],
  MT: [[11, single([3, 2, ...down(9)])]],
  PA: [[9, usual]],
  PB: [[9, usual]],
  PE: [
    [9, twoDigits(down(8), down(9))],
    [14, pernambucoOld],
  ],
  PI: [[9, usual]],
  PR: [[10, twoDigits([3, 2, ...down(7)], [4, 3, 2, ...down(7)])]],
  RJ: [[8, single([2, ...down(7)])]],
  RN: [
    [9, timesTen(down(9))],
    [10, timesTen(down(10))],
  ],
  RO: [[14, rondonia]],
  RR: [[9, (digits) => Number(digits[8]) === weighed(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 9]],
  RS: [[10, single([2, ...down(9)])]],
  SC: [[9, usual]],
  SE: [[9, usual]],
  SP: [[12, saoPaulo]],
  TO: [
    [9, usual],
    [11, tocantinsOld],
  ],
};

/** Whether a state registration has the check digits of its state; missing leading zeros are forgiven. */
export function isStateRegistration(text: string, state: string): boolean {
  if (!/^\d{2,14}$/.test(text)) return false;
  const kinds = checks[state];
  if (!kinds) return true;
  const exact = kinds.filter(([length]) => length === text.length);
  return (exact.length > 0 ? exact : kinds).some(
    ([length, check]) => text.length <= length && check(text.padStart(length, '0')),
  );
}
