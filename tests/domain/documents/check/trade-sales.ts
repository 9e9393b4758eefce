import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { ImportDeclaration } from '../../../../domain/documents/trade.ts';
import { item, personIn, saleOf, taxpayerIn } from '../sale.ts';

/** A company of the United States. */
export const foreigner: ClientSnapshot = {
  ...personIn('SP'),
  name: 'Acme Foods Inc',
  ...{ document: 'US123456', documentType: 'FOREIGN', type: 'FOREIGN', country: 'US' },
};

/** Coffee in packages, whose NCM is counted in KG; the item gives the weight. */
export function exported(fields: Partial<ItemInput> = {}): ItemInput {
  return item({ ncm: '09012100', icmsSituation: '41', unit: 'KG', ...fields });
}

/** An export through the port of Santos. */
export function exportOf(items: ItemInput[], fields: Partial<GoodsPayload> = {}): GoodsPayload {
  return saleOf(items, { export: { exitState: 'SP', exitPlace: 'Porto de Santos' }, ...fields });
}

/** A DUIMP that came by sea. */
export const declaration: ImportDeclaration = {
  ...{ number: '26BR00000000001', date: '2026-11-01', clearancePlace: 'Santos', clearanceState: 'SP' },
  ...{ clearanceDate: '2026-11-05', transportMode: 'MARITIME', afrmm: '35.00', intermediation: 'OWN' },
  ...{ exporterCode: 'ACME', additions: [{ sequence: 1, manufacturerCode: 'FAB1' }] },
} as const;

/** Goods of R$ 1000.00 with a duty of 14 %, PIS 2.1 %, COFINS 9.65 %, IPI 10 % and ICMS 18 %. */
export function imported(fields: Partial<ItemInput> = {}): ItemInput {
  return item({
    ...{ cfop: '3102', ncm: '84713012', icmsOrigin: '1', icmsSituation: '00', icmsRate: '18' },
    ...{ ipiSituation: '00', ipiRate: '10', pisSituation: '50', pisRate: '2.1' },
    ...{ cofinsSituation: '50', cofinsRate: '9.65' },
    importDeclarations: [declaration],
    importTax: { base: '1000.00', customsExpenses: '60.00', value: '140.00', iof: '0.00', icmsBase: '1750.00' },
    ...fields,
  });
}

/** An import of these goods. */
export function importOf(items: ItemInput[], fields: Partial<GoodsPayload> = {}): GoodsPayload {
  return saleOf(items, { operationType: 'IN', ...fields });
}

/** A company of Manaus that is registered at SUFRAMA. */
export const manaus: ClientSnapshot = {
  ...taxpayerIn('SP'),
  ...{ stateRegistration: '041939808', isuf: '210140267' },
  address: { ...taxpayerIn('SP').address, state: 'AM', municipalityCode: '1302603', city: 'Manaus' },
};
