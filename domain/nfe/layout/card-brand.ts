const codes = new Map([
  ['VISA', '01'],
  ['MASTERCARD', '02'],
  ['AMERICANEXPRESS', '03'],
  ['AMEX', '03'],
  ['SOROCRED', '04'],
  ['DINERS', '05'],
  ['DINERSCLUB', '05'],
  ['ELO', '06'],
  ['HIPERCARD', '07'],
  ['AURA', '08'],
  ['CABAL', '09'],
]);

/** tBand of a card brand by its name or by its own two digits; 99, others, for names the layout does not list (MOC 7.0, YA06). */
export function cardBrandCode(brand: string): string {
  if (/^[0-9]{2}$/.test(brand)) return brand;
  return codes.get(brand.toUpperCase().replace(/[^A-Z]/g, '')) ?? '99';
}
