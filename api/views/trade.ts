import type { ComputedItem } from '../../domain/documents/computed-note.ts';
import { tradeOfItem } from '../../domain/documents/compute/trade.ts';
import type { GoodsPayload, ItemInput } from '../../domain/documents/payload.ts';
import { decimal, money } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

type Document = Pick<Schema<'FiscalDocumentDetail'>, 'export' | 'purchaseOrder' | 'marketplace' | 'authorizedTaxIds'>;
type Item = Pick<
  Schema<'DocumentItem'>,
  'drawbacks' | 'indirectExport' | 'importDeclarations' | 'importTax' | 'purchaseOrder' | 'medicine' | 'lots'
>;

/** The fields of `tradeView` on a document that has none of them, such as a service. */
export const noTrade: { [Name in keyof Document]: null } = {
  export: null,
  purchaseOrder: null,
  marketplace: null,
  authorizedTaxIds: null,
};
export const noTradeOfItem: { [Name in keyof Item]: null } = {
  drawbacks: null,
  indirectExport: null,
  importDeclarations: null,
  importTax: null,
  purchaseOrder: null,
  medicine: null,
  lots: null,
};

/** The fields of a document about foreign trade, purchase order, marketplace and who may download the XML, as they were sent. */
export function tradeView(payload: GoodsPayload | null): Document {
  const { export: places, purchaseOrder: order, marketplace, authorizedTaxIds } = payload ?? {};
  return {
    export: places ? { ...places, dispatchPlace: places.dispatchPlace ?? null } : null,
    purchaseOrder: order
      ? { number: order.number ?? null, commitment: order.commitment ?? null, contract: order.contract ?? null }
      : null,
    marketplace: marketplace ?? null,
    authorizedTaxIds: authorizedTaxIds ?? null,
  };
}

/** The fields of a line about foreign trade, purchase order, medicine and lots, as they were sent; amounts have two decimals. */
export function tradeOfItemView(item: ItemInput): Item {
  const { importTax = null, drawbacks = null, indirectExport = null, ...trade } = tradeOfItem(item);
  const { importDeclarations, purchaseOrder: order, medicine, lots } = trade;
  return {
    drawbacks,
    indirectExport,
    importDeclarations: importDeclarations?.map(declarationView) ?? null,
    importTax,
    purchaseOrder: order ? { number: order.number ?? null, item: order.item ?? null } : null,
    medicine: medicine
      ? {
          anvisaCode: medicine.anvisaCode,
          exemptionReason: medicine.exemptionReason ?? null,
          maxPrice: money(decimal(medicine.maxPrice)),
        }
      : null,
    lots: lots?.map((lot) => ({ ...lot, aggregation: lot.aggregation ?? null })) ?? null,
  };
}

/** uTrib, qTrib and vUnTrib of a line as they were computed, or else as they were sent. */
export function taxUnitView(
  item: ItemInput,
  line: ComputedItem | undefined,
): Pick<Schema<'DocumentItem'>, 'taxUnit' | 'taxQuantity' | 'taxUnitValue'> {
  const { unit, quantity, unitValue } = line?.taxable ??
    line ?? { unit: item.taxUnit ?? null, quantity: item.taxQuantity ?? null, unitValue: null };
  return { taxUnit: unit, taxQuantity: quantity && decimal(quantity).toFixed(), taxUnitValue: unitValue };
}

type Declaration = NonNullable<Item['importDeclarations']>[number];

function declarationView(declaration: NonNullable<ItemInput['importDeclarations']>[number]): Declaration {
  const { afrmm, thirdPartyTaxId = null, thirdPartyState = null, additions } = declaration;
  return {
    ...declaration,
    afrmm: afrmm ? money(decimal(afrmm)) : null,
    thirdPartyTaxId,
    thirdPartyState,
    additions: additions.map(({ number = null, discount, drawback = null, ...addition }) => ({
      ...addition,
      number,
      discount: discount ? money(decimal(discount)) : null,
      drawback,
    })),
  };
}
