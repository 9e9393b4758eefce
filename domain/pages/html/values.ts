import { child, textOf, type XmlElement } from '../../xml/reader.ts';

/**
 * A decimal of the XML as Brazilians write it: `1234.5` → `1.234,5`. All its places are kept, except trailing zeros beyond `places`; nothing is
 * rounded.
 */
export function brazilianDecimal(value: string | undefined, places: number): string {
  if (!value) return '';
  const [whole = '', fraction = ''] = value.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(places, '0');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return kept ? `${grouped},${kept}` : grouped;
}

/** A whole number as Brazilians write it: `1.234`. */
export function count(value: number): string {
  return brazilianDecimal(String(value), 0);
}

/** An amount in reais, with two places. */
export function brazilianMoney(value: string | undefined): string {
  return brazilianDecimal(value, 2);
}

/** Whether the XML has the amount, and it is not zero. */
export function isNonZero(value: string | undefined): value is string {
  return value !== undefined && /[1-9]/.test(value);
}

/** Whether the text contains the amount, with dots between thousands or without. */
export function hasAmount(text: string, value: string): boolean {
  const amounts = text.replaceAll('.', '').matchAll(/\d+,\d+/g);
  return [...amounts].some(([amount]) => amount === value.replace('.', ','));
}

/** `Rua das Flores, 10 - Sala 2`, from any group with `xLgr`, `nro` and `xCpl`. */
export function street(address: XmlElement | undefined): string {
  if (!address) return '';
  const number = textOf(address, 'nro');
  const complement = textOf(address, 'xCpl');
  const start = [textOf(address, 'xLgr'), number].filter(Boolean).join(', ');
  return complement ? `${start} - ${complement}` : start;
}

/** CNPJ, CPF or foreign document of a party, without punctuation. */
export function partyTaxId(party: XmlElement | undefined): string | undefined {
  const found = ['CNPJ', 'CPF', 'idEstrangeiro'].map((name) => (party ? child(party, name) : undefined)).find(Boolean);
  return found?.text;
}
