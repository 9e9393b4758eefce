import { child, textOf, type XmlElement } from '../../xml/reader.ts';

/** `Rua das Flores, 10 - Sala 2`, from any group with `xLgr`, `nro` and `xCpl`. */
export function street(address: XmlElement | undefined): string {
  if (!address) return '';
  const number = textOf(address, 'nro');
  const complement = textOf(address, 'xCpl');
  const start = [textOf(address, 'xLgr'), number].filter(Boolean).join(', ');
  return complement ? `${start} - ${complement}` : start;
}

/** CNPJ, CPF or foreign document of a party, without mask. */
export function taxIdOf(party: XmlElement | undefined): string | undefined {
  const found = ['CNPJ', 'CPF', 'idEstrangeiro'].map((name) => (party ? child(party, name) : undefined)).find(Boolean);
  return found?.text;
}
