import { modulus11 } from './modulus-11.ts';

/** The length of a registration in digits, and the test of its check digits. */
type Scheme = { length: number; isRight: (digits: string) => boolean };

const upTo9 = [9, 8, 7, 6, 5, 4, 3, 2];

/** A scheme whose last `count` digits are check digits, each by modulus 11 over all digits before it. */
function checked(length: number, { count = 1, heaviest = 9 } = {}): Scheme {
  const places = Array.from({ length: count }, (_, index) => length - count + index);
  return {
    length,
    isRight: (digits) => places.every((place) => digits[place] === String(modulus11(digits.slice(0, place), heaviest))),
  };
}

const usual = checked(9);
const federal = checked(13, { count: 2 });

/** A scheme whose last digit is a check digit, computed from the weighted sum of the digits before it. */
function weighed(length: number, weights: number[], checkOf: (sum: number) => number): Scheme {
  return { length, isRight: (digits) => Number(digits.at(-1)) === checkOf(sumOf(digits, weights)) };
}

function sumOf(digits: string, weights: number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** The last digit of the difference between a sum and the next multiple of 11. */
function lastOfLack(sum: number): number {
  return (11 - (sum % 11)) % 10;
}

const amapa: Scheme = {
  length: 9,
  isRight(digits) {
    const base = Number(digits.slice(0, 8));
    const [start, ofEleven] = base <= 3_017_000 ? [5, 0] : base <= 3_019_022 ? [9, 1] : [0, 0];
    const lack = 11 - ((start + sumOf(digits, upTo9)) % 11);
    return Number(digits[8]) === (lack === 11 ? ofEleven : lack % 10);
  },
};

/**
 * Bahia computes the last digit first, and then the one before it over base and last digit. The modulus depends on the first digit of eight, or the
 * second of nine.
 */
function bahia(length: 8 | 9): Scheme {
  return {
    length,
    isRight(digits) {
      const check = /[679]/.test(digits[length - 8] ?? '') ? modulus11 : modulus10;
      const base = digits.slice(0, -2);
      const last = check(base);
      return digits.slice(-2) === `${check(`${base}${last}`)}${last}`;
    },
  };
}

/** Check digit like `modulus11`, by 10. */
function modulus10(digits: string): number {
  const weights = Array.from(digits, (_, index) => digits.length + 1 - index);
  return (10 - (sumOf(digits, weights) % 10)) % 10;
}

const goias: Scheme = {
  length: 9,
  isRight(digits) {
    const base = Number(digits.slice(0, 8));
    const last = Number(digits[8]);
    if (base === 11_094_402) return last <= 1;
    const isOne = sumOf(digits, upTo9) % 11 === 1 && base >= 10_103_105 && base <= 10_119_997;
    return last === (isOne ? 1 : modulus11(digits.slice(0, 8)));
  },
};

/**
 * Minas Gerais: the first check digit completes the digit sum of the products with 1, 2, 1, 2 … to a multiple of ten; the second is by modulus 11.
 */
const minas: Scheme = {
  length: 13,
  isRight(digits) {
    const spread = `${digits.slice(0, 3)}0${digits.slice(3, 11)}`;
    const products = Array.from(spread, (digit, index) => Number(digit) * (1 + (index % 2))).join('');
    const total = Array.from(products, Number).reduce((sum, digit) => sum + digit, 0);
    return Number(digits[11]) === (10 - (total % 10)) % 10 && checked(13, { heaviest: 11 }).isRight(digits);
  },
};

const saoPaulo: Scheme = {
  length: 12,
  isRight: (digits) =>
    Number(digits[8]) === (sumOf(digits, [1, 3, 4, 5, 6, 7, 8, 10]) % 11) % 10 &&
    Number(digits[11]) === (sumOf(digits, [3, 2, 10, ...upTo9]) % 11) % 10,
};

/** The older scheme of Tocantins, in which digits 3 and 4 are the kind of company and are not checked. */
const tocantinsOld: Scheme = {
  length: 11,
  isRight: (digits) => usual.isRight(`${digits.slice(0, 2)}${digits.slice(4)}`),
};

/**
 * The schemes of each state (SINTEGRA, "roteiro de crítica da inscrição estadual" of each state; read 2026-11). Prefixes are left to the authority,
 * because states open new ones.
 */
const schemes: ReadonlyMap<string, readonly Scheme[]> = new Map([
  ['AC', [federal]],
  ['AL', [usual]],
  ['AM', [usual]],
  ['AP', [amapa]],
  ['BA', [bahia(8), bahia(9)]],
  ['CE', [usual]],
  ['DF', [federal]],
  ['ES', [usual]],
  ['GO', [goias]],
  ['MA', [usual]],
  ['MG', [minas]],
  ['MS', [usual]],
  ['MT', [checked(11)]],
  ['PA', [usual]],
  ['PB', [usual]],
  ['PE', [checked(9, { count: 2 }), weighed(14, [5, 4, 3, 2, 1, ...upTo9], lastOfLack)]],
  ['PI', [usual]],
  ['PR', [checked(10, { count: 2, heaviest: 7 })]],
  ['RJ', [checked(8, { heaviest: 7 })]],
  ['RN', [usual, checked(10, { heaviest: 10 })]],
  ['RO', [weighed(14, [6, 5, 4, 3, 2, ...upTo9], lastOfLack)]],
  ['RR', [weighed(9, [1, 2, 3, 4, 5, 6, 7, 8], (sum) => sum % 9)]],
  ['RS', [checked(10)]],
  ['SC', [usual]],
  ['SE', [usual]],
  ['SP', [saoPaulo]],
  ['TO', [usual, tocantinsOld]],
]);

/** Whether a text of digits is a state registration with right check digits (rule E17-50, 210); leading zeros may be missing. */
export function isStateRegistration(text: string, state: string): boolean {
  if (!/^\d{2,14}$/.test(text)) return false;
  const ofState = schemes.get(state);
  if (!ofState) return true;
  const exact = ofState.filter(({ length }) => length === text.length);
  return (exact.length > 0 ? exact : ofState).some(
    ({ length, isRight }) => text.length <= length && isRight(text.padStart(length, '0')),
  );
}

/** Why a text is no registration of that state and how to mend it, in Portuguese; null when it is one. */
export function registrationFault(text: string, state: string): string | null {
  if (isStateRegistration(text, state)) return null;
  const lengths = (schemes.get(state) ?? []).map(({ length }) => length).join(' ou ');
  return `${text} não é uma inscrição estadual de ${state}, que tem ${lengths} dígitos: confira os dígitos e a UF.`;
}
