import { optional } from '../arrivals/fields.ts';
import type { RowValues } from '../imports/rows.ts';
import { child, children, type XmlElement } from '../xml/reader.ts';

/** What a note says of its recipient and of what was sold, as rows of an import of clients and of products. */
export type RecordsInNote = { client: RowValues | null; products: RowValues[] };

/** @param infNFe of an NF-e or NFC-e; a recipient from abroad, and a consumer without document, is no client */
export function recordsIn(infNFe: XmlElement): RecordsInNote {
  const dest = child(infNFe, 'dest');
  return { client: dest ? clientIn(dest) : null, products: children(infNFe, 'det').map(productIn) };
}

/** indIEDest (MOC 7.0, E16a). */
const taxpayers: Record<string, string> = { '1': 'CONTRIBUINTE', '2': 'ISENTO', '9': 'NAO_CONTRIBUINTE' };

function clientIn(dest: XmlElement): RowValues | null {
  const document = optional(dest, 'CNPJ') ?? optional(dest, 'CPF');
  const name = optional(dest, 'xNome');
  if (document === null || name === null) return null;
  const at = (field: string): string | null => optional(dest, 'enderDest', field);
  return {
    document,
    name,
    stateRegistration: optional(dest, 'IE'),
    taxpayerType: taxpayers[optional(dest, 'indIEDest') ?? ''] ?? null,
    isuf: optional(dest, 'ISUF'),
    email: optional(dest, 'email'),
    phone: at('fone'),
    zipCode: at('CEP'),
    street: at('xLgr'),
    number: at('nro'),
    complement: at('xCpl'),
    neighborhood: at('xBairro'),
    city: at('xMun'),
    municipalityCode: at('cMun'),
    state: at('UF'),
  };
}

/** Codes and classes alone: rates follow from law and rules, and the CFOP of a sale within the state from its first digit. */
function productIn(det: XmlElement): RowValues {
  const of = (field: string): string | null => optional(det, 'prod', field);
  const [gtin, cfop] = [of('cEAN'), of('CFOP') ?? ''];
  const icms = child(det, 'imposto', 'ICMS')?.children[0];
  const ibsCbs = child(det, 'imposto', 'IBSCBS');
  return {
    code: of('cProd'),
    name: of('xProd'),
    gtin: gtin === 'SEM GTIN' ? null : gtin,
    salePrice: of('vUnCom'),
    commercialUnit: of('uCom'),
    ncm: of('NCM'),
    cest: of('CEST'),
    internalCfop: cfop.startsWith('5') ? cfop : null,
    icmsOrigin: icms ? optional(icms, 'orig') : null,
    icmsCst: icms ? (optional(icms, 'CSOSN') ?? optional(icms, 'CST')) : null,
    ibsCbsSituation: ibsCbs ? optional(ibsCbs, 'CST') : null,
    ibsCbsClassification: ibsCbs ? optional(ibsCbs, 'cClassTrib') : null,
  };
}
