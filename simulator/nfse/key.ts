import { keyDigit } from '../rules/check-digits.ts';

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
