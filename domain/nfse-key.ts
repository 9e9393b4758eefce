import { modulus11 } from './modulus-11.ts';

/**
 * Form of the access key of an NFS-e of the national standard. The issuer's CNPJ may have letters: TSIdNFSe of 2026-07-27 allows them where the CNPJ
 * stands, TSChaveNFSe of the same publication in other places.
 */
export const nfseKeyPattern = /^[0-9]{8}(?:1[0-9]{14}|2[0-9A-Z]{14})[0-9]{27}$/;

/** The parts of an NFS-e's access key (layout 1.01, infNFSe/@Id). */
export type NfseKeyParts = {
  /** cMun: the municipality that issued the note. */
  municipalityCode: string;
  /** ambGer: 1 for the municipality's own system, 2 for the national one. */
  generator: '1' | '2';
  /** CNPJ or CPF of the issuer; a CPF without the zeros that fill it up. */
  taxId: string;
  /** nNFSe: at most thirteen digits, without leading zeros. */
  number: string;
  /** AAMM of the issue. */
  yearMonth: string;
  /** Nine random digits, drawn by the system that generated the note. */
  code: string;
};

/**
 * Whether the text has the form of an NFS-e's access key and the right check digit. The rule of the digit is not published; real keys follow that of
 * other documents, modulus 11 with weights 2 to 9.
 */
export function isNfseKey(text: string): boolean {
  return nfseKeyPattern.test(text) && text.endsWith(String(modulus11(text.slice(0, 49))));
}

/**
 * Splits an access key into its parts.
 *
 * @throws TypeError where the text is not an access key of an NFS-e
 */
export function parseNfseKey(key: string): NfseKeyParts {
  if (!isNfseKey(key)) throw new TypeError(`Not an access key of an NFS-e: ${JSON.stringify(key)}`);
  return {
    municipalityCode: key.slice(0, 7),
    generator: key.charAt(7) === '1' ? '1' : '2',
    taxId: key.charAt(8) === '1' ? key.slice(12, 23) : key.slice(9, 23),
    number: key.slice(23, 36).replace(/^0+/, ''),
    yearMonth: key.slice(36, 40),
    code: key.slice(40, 49),
  };
}

/** The key's random code, which serves as the verification code that the national NFS-e does not have. */
export function verificationCodeOf(key: string): string {
  return key.slice(40, 49);
}
