/** A CNPJ (numeric or alphanumeric) or CPF with its punctuation; any other text unchanged. */
export function taxIdMask(taxId: string | undefined): string {
  if (taxId?.length === 14) return taxId.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
  if (taxId?.length === 11) return taxId.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4');
  return taxId ?? '';
}

/** `01310100` → `01310-100`. */
export function postalCodeMask(code: string | undefined): string {
  return code?.replace(/^(\d{5})(\d{3})$/, '$1-$2') ?? '';
}

/** `11987654321` → `(11) 98765-4321`; foreign and short numbers unchanged. */
export function phoneMask(phone: string | undefined): string {
  return phone?.replace(/^0?(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3') ?? '';
}

/** The 44 characters of an access key in eleven groups of four. */
export function accessKeyMask(accessKey: string): string {
  return accessKey.replace(/(.{4})(?=.)/g, '$1 ');
}

/** A note's number as `000.001.234`. */
export function numberMask(number = ''): string {
  return number.padStart(9, '0').replace(/(\d{3})(?=\d)/g, '$1.');
}

/** A note's series as `001`. */
export function seriesMask(series = ''): string {
  return series.padStart(3, '0');
}

/** `01310100` → `01.310-100`. Leading zeros that a system has dropped are put back; foreign codes stay unchanged. */
export function dottedPostalCodeMask(code: string): string {
  return /^\d{1,8}$/.test(code) ? code.padStart(8, '0').replace(/^(\d{2})(\d{3})(\d{3})$/, '$1.$2-$3') : code;
}

/** A code of the list of services: `010701` → `01.07.01`. */
export function serviceCodeMask(code: string | undefined): string | undefined {
  return code?.replace(/^(\d{2})(\d{2})(\d{2})$/, '$1.$2.$3');
}

/** A code of the NBS: `115013000` → `1.1501.30.00`. */
export function nbsMask(code: string | undefined): string | undefined {
  return code?.replace(/^(\d)(\d{4})(\d{2})(\d{2})$/, '$1.$2.$3.$4');
}
