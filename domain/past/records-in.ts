import type { RowValues } from '../imports/rows.ts';
import { child, children, optionalText, type XmlElement } from '../xml/reader.ts';

/** The recipient of a note and the products in it, as rows of imports of clients and products. */
export type RecordsInNote = { client: RowValues | null; products: RowValues[] };

/**
 * The rows in a note; the client is null where the recipient is from abroad, or a consumer without a document.
 *
 * @param infNFe element of an NF-e or NFC-e
 */
export function recordsIn(infNFe: XmlElement): RecordsInNote {
  const dest = child(infNFe, 'dest');
  return { client: dest ? clientIn(dest) : null, products: children(infNFe, 'det').map(productIn) };
}

/** Taxpayer types by indIEDest (MOC 7.0, E16a). */
const taxpayers: Record<string, string> = { '1': 'CONTRIBUINTE', '2': 'ISENTO', '9': 'NAO_CONTRIBUINTE' };

function clientIn(dest: XmlElement): RowValues | null {
  const document = optionalText(dest, 'CNPJ') ?? optionalText(dest, 'CPF');
  const name = optionalText(dest, 'xNome');
  if (document === null || name === null) return null;
  const at = (field: string): string | null => optionalText(dest, 'enderDest', field);
  return {
    document,
    name,
    stateRegistration: optionalText(dest, 'IE'),
    taxpayerType: taxpayers[optionalText(dest, 'indIEDest') ?? ''] ?? null,
    isuf: optionalText(dest, 'ISUF'),
    email: optionalText(dest, 'email'),
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

/** A product with its codes and tax classes only: rates follow from law and rules, and the CFOP inside the state from its first digit. */
function productIn(det: XmlElement): RowValues {
  const of = (field: string): string | null => optionalText(det, 'prod', field);
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
    icmsOrigin: icms ? optionalText(icms, 'orig') : null,
    icmsCst: icms ? (optionalText(icms, 'CSOSN') ?? optionalText(icms, 'CST')) : null,
    ibsCbsSituation: ibsCbs ? optionalText(ibsCbs, 'CST') : null,
    ibsCbsClassification: ibsCbs ? optionalText(ibsCbs, 'cClassTrib') : null,
  };
}
