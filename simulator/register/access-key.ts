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
