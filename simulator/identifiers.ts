/** The fields that a 44-character access key is made of (MOC 7.0 §2.2.6). */
export type AccessKey = {
  cUF: string;
  /** Year and month of issue, AAMM. */
  month: string;
  /** CNPJ, or CPF behind three zeros. */
  issuer: string;
  model: string;
  series: number;
  number: number;
  tpEmis: string;
  cNF: string;
  checkDigit: string;
};

const form = /^(\d{2})(\d{4})([0-9A-Z]{12}\d{2})(\d{2})(\d{3})(\d{9})(\d)(\d{8})(\d)$/;

/** Splits a key into its fields; undefined when it does not have the form of a key. */
export function accessKey(chNFe: string): AccessKey | undefined {
  const [, cUF, month, issuer, model, series, number, tpEmis, cNF, checkDigit] = form.exec(chNFe) ?? [];
  if (!cUF || !month || !issuer || !model || !series || !number || !tpEmis || !cNF || !checkDigit) return undefined;
  return { cUF, month, issuer, model, series: Number(series), number: Number(number), tpEmis, cNF, checkDigit };
}

/** Remainder by 11 of the weighted sum of a text, in which each character counts as ASCII − 48. */
function remainder(text: string, weights: readonly number[]): number {
  const total = [...text].reduce((sum, char, i) => sum + (char.charCodeAt(0) - 48) * (weights[i] ?? 0), 0);
  return total % 11;
}

/** Weights 2 to `highest` from right to left, repeated. */
function cycling(length: number, highest: number): number[] {
  return Array.from({ length }, (_, i) => 2 + ((length - 1 - i) % (highest - 1)));
}

/** Eleven minus the remainder, 0 where that has two digits. */
function digit(text: string, highest: number): string {
  const rest = remainder(text, cycling(text.length, highest));
  return String(rest < 2 ? 0 : 11 - rest);
}

/** Check digit of the other characters of an access key: 43 of NF-e (MOC 7.0 §2.2.6.3), 49 of NFS-e. */
export function keyDigit(others: string): string {
  return digit(others, 9);
}

/** Whether a CNPJ, letters included, has its two check digits and is not all zeros (NT Conjunta 2025.001). */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^0+$/.test(text)) return false;
  const first = digit(text.slice(0, 12), 9);
  return text.slice(12) === first + digit(text.slice(0, 12) + first, 9);
}

/** Whether a CPF has its two check digits and is not one digit repeated. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false;
  const first = digit(text.slice(0, 9), 11);
  return text.slice(9) === first + digit(text.slice(0, 9) + first, 11);
}

/** Whether a GTIN of 8, 12, 13 or 14 digits has its check digit. */
export function isGtin(text: string): boolean {
  const digits = [...text].map(Number).reverse();
  const total = digits.reduce((sum, value, i) => sum + value * (i % 2 === 0 ? 1 : 3), 0);
  return total % 10 === 0;
}

/** Whether a registration at SUFRAMA has its check digit; only that of nine digits is published. */
export function isSuframa(text: string): boolean {
  return text.length !== 9 || text.slice(8) === digit(text.slice(0, 8), 9);
}

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
