import { group } from '../../xml/writer.ts';
import { taxIdField } from './tax-id-field.ts';

/** Group GA: who may download the XML. */
export function layoutAutXml(taxIds: string[]): string {
  return taxIds.map((taxId) => group('autXML', taxIdField(taxId))).join(''); // GA02, GA03
}
