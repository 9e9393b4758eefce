import { keyDigit } from '../identifiers.ts';

/** The fields of a 50-character access key that the rules read (NFS-e layout 1.01, infNFSe/@Id). */
export type NfseKey = {
  cMun: string;
  /** 1: the municipality's own system; 2: SEFIN. */
  ambGer: string;
  /** Kind of inscription (1 CPF, 2 CNPJ) and the inscription, fifteen characters. */
  issuer: string;
};

/** Splits a key; undefined when it has another form or its check digit is wrong (weights 2 to 9, as for NF-e). */
export function nfseKey(key: string): NfseKey | undefined {
  const [, cMun, ambGer, issuer] = /^(\d{7})(\d)([12][0-9A-Z]{14})\d{27}$/.exec(key) ?? [];
  if (!cMun || !ambGer || !issuer || keyDigit(key.slice(0, 49)) !== key.slice(49)) return undefined;
  return { cMun, ambGer, issuer };
}

/** What the access key of an NFS-e is made of (TSIdNFSe, XSD 1.01 of 2026-07-27). */
export type NfseKeyParts = {
  cMun: string;
  /** CNPJ or CPF of the issuer. */
  issuer: string;
  nNFSe: number;
  /** Year and month of issue, AAMM. */
  month: string;
  /** Nine digits. */
  code: string;
};

const generatedBySefin = '2';

/** An access key of 50 characters with its check digit. */
export function composedKey({ cMun, issuer, nNFSe, month, code }: NfseKeyParts): string {
  const kind = issuer.length === 11 ? '1' : '2';
  const body = `${cMun}${generatedBySefin}${kind}${issuer.padStart(14, '0')}${digits(nNFSe, 13)}${month}${code}`;
  return `${body}${keyDigit(body)}`;
}

/** Whether a text has the form of an access key. */
export function isNfseKey(text: string): boolean {
  return /^\d{9}[0-9A-Z]{14}\d{27}$/.test(text);
}

/** CNPJ or CPF of the issuer that a key names. */
export function issuerOfKey(chNFSe: string): string {
  return inscription(chNFSe.slice(8, 23));
}

/** CNPJ or CPF behind its kind (1 CPF, 2 CNPJ), as keys and identifiers write it. */
export function inscription(text: string): string {
  return text.startsWith('1') ? text.slice(4) : text.slice(1);
}

export function digits(value: number, size: number): string {
  return String(value).padStart(size, '0');
}
