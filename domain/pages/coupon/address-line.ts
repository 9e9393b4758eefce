import { textOf, type XmlElement } from '../../xml/reader.ts';
import { postalCodeMask } from '../html/masks.ts';
import { street } from '../html/addresses.ts';

/** A whole address on one line, from `enderEmit` or `enderDest`. */
export function addressLine(address: XmlElement | undefined): string {
  if (!address) return '';
  const city = [textOf(address, 'xMun'), textOf(address, 'UF')].filter(Boolean).join('/');
  const code = textOf(address, 'CEP');
  return [street(address), textOf(address, 'xBairro'), city, code && `CEP ${postalCodeMask(code)}`]
    .filter(Boolean)
    .join(', ');
}
