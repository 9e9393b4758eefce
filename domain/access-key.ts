import { randomInt } from 'node:crypto';
import { type Model, models } from './document-types.ts';
import { modulus11 } from './modulus-11.ts';

/** Form of an access key; the issuer's CNPJ may have letters (NT Conjunta 2025.001). */
export const accessKeyPattern = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/;

/** The parts of an access key (MOC 7.0, B02 to B08). */
export type AccessKeyParts = {
  /** cUF: IBGE's two-digit code of the issuer's state. */
  stateCode: string;
  /** AAMM of the date of issue, in the issuer's offset. */
  yearMonth: string;
  /** CNPJ of the issuer, or CPF of one who has no CNPJ. */
  taxId: string;
  /** mod: 55 or 65. */
  model: string;
  series: number;
  number: number;
  /** tpEmis. */
  emissionType: string;
  /** cNF: eight digits. */
  cNF: string;
};

/** Builds an access key of 44 characters, check digit included. */
export function buildAccessKey(parts: AccessKeyParts): string {
  const digits = [
    parts.stateCode,
    parts.yearMonth,
    parts.taxId.padStart(14, '0'),
    parts.model,
    String(parts.series).padStart(3, '0'),
    String(parts.number).padStart(9, '0'),
    parts.emissionType,
    parts.cNF,
  ].join('');
  return `${digits}${checkDigit(digits)}`;
}

/** cDV: modulus 11 over the first 43 characters. */
function checkDigit(digits: string): number {
  return modulus11(digits);
}

/**
 * The model of the note behind a key, which decides which authority is asked about it.
 *
 * @throws TypeError for a key of anything else, such as a CT-e
 */
export function keyModel(accessKey: string): Model {
  const model = models.find((each) => each === accessKey.slice(20, 22));
  if (model === undefined) throw new TypeError(`Not a key of a note of goods: ${JSON.stringify(accessKey)}`);
  return model;
}

/** Whether the text has the form of an access key and ends in its check digit. */
export function isAccessKey(text: string): boolean {
  return accessKeyPattern.test(text) && text.endsWith(String(checkDigit(text.slice(0, 43))));
}

/**
 * Splits an access key into its parts. `taxId` keeps its 14 characters, because only the series tells whether its leading zeros fill up a CPF.
 *
 * @throws TypeError where the text is not an access key
 */
export function parseAccessKey(accessKey: string): AccessKeyParts {
  if (!isAccessKey(accessKey)) throw new TypeError(`Not an access key: ${JSON.stringify(accessKey)}`);
  return {
    stateCode: accessKey.slice(0, 2),
    yearMonth: accessKey.slice(2, 6),
    taxId: accessKey.slice(6, 20),
    model: accessKey.slice(20, 22),
    series: Number(accessKey.slice(22, 25)),
    number: Number(accessKey.slice(25, 34)),
    emissionType: accessKey.slice(34, 35),
    cNF: accessKey.slice(35, 43),
  };
}

const ascending = '012345678901234567';

/**
 * Draws the random code of a new key (cNF): eight digits that are neither the note's number, nor one digit repeated, nor an ascending sequence, all
 * of which are refused with 897 (rule B03-10).
 */
export function randomCNF(number: number): string {
  const ownNumber = String(number).padStart(8, '0');
  for (;;) {
    const drawn = String(randomInt(100_000_000)).padStart(8, '0');
    if (drawn !== ownNumber && !/^(.)\1{7}$/.test(drawn) && !ascending.includes(drawn)) return drawn;
  }
}
