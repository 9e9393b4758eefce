import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { decimal, money } from '../../money.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import type {
  DetailsOfItem,
  DetailsOfSale,
  ExportPlaces,
  GovernmentPurchase,
  ImportDeclaration,
  ImportTax,
  IndirectExport,
  Lot,
  Marketplace,
  Medicine,
  OrderOfItem,
  OrderOfSale,
} from '../trade.ts';

/** Foreign trade, order, marketplace and autXML of a note; each field is absent where the note has none. */
export type ComputedTrade = {
  export?: ExportPlaces;
  purchaseOrder?: OrderOfSale;
  marketplace?: Marketplace;
  /** `rateReduction` is the one with which the note is computed. */
  governmentPurchase?: GovernmentPurchase & { rateReduction: string };
  /** autXML, with those of the company's settings; absent in notes older than the field, which use the company's list. */
  authorizedTaxIds?: string[];
};

/** II as the layout prints it. */
export type ComputedImportTax = Required<Record<'base' | 'customsExpenses' | 'value' | 'iof', string>>;

/** Foreign trade, order, medicine and lots of a line. */
export type ComputedTradeOfItem = {
  drawbacks?: string[];
  indirectExport?: IndirectExport[];
  importDeclarations?: ImportDeclaration[];
  importTax?: ComputedImportTax;
  purchaseOrder?: OrderOfItem;
  medicine?: Medicine;
  lots?: Lot[];
};

export function tradeOf(payload: GoodsPayload, issuer: Issuer, recipient: ClientSnapshot): ComputedTrade {
  const { export: places, purchaseOrder, marketplace } = payload;
  return {
    ...(places ? { export: places } : {}),
    ...(says(purchaseOrder) ? { purchaseOrder } : {}),
    ...(marketplace ? { marketplace } : {}),
    authorizedTaxIds: authorizedOf(payload, issuer, recipient),
  };
}

/** Foreign trade, order, medicine and lots of a line as the caller gives them; amounts have two decimals. */
export function tradeOfItem(item: ItemInput): ComputedTradeOfItem {
  const { drawbacks, indirectExport, importDeclarations, importTax, purchaseOrder, medicine, lots } = item;
  return {
    ...(drawbacks && drawbacks.length > 0 ? { drawbacks } : {}),
    ...(indirectExport && indirectExport.length > 0 ? { indirectExport } : {}),
    ...(importDeclarations && importDeclarations.length > 0 ? { importDeclarations } : {}),
    ...(importTax ? { importTax: importTaxOf(importTax) } : {}),
    ...(says(purchaseOrder) ? { purchaseOrder } : {}),
    ...(medicine ? { medicine } : {}),
    ...(lots && lots.length > 0 ? { lots } : {}),
  };
}

function importTaxOf({ base, customsExpenses, value, iof }: ImportTax): ComputedImportTax {
  const amount = (text: string | null | undefined) => money(decimal(text));
  return { base: amount(base), customsExpenses: amount(customsExpenses), value: amount(value), iof: amount(iof) };
}

/** Whether an object of optional texts has any text. */
function says<Details extends DetailsOfItem['purchaseOrder'] | DetailsOfSale['purchaseOrder']>(
  details: Details,
): details is NonNullable<Details> {
  return Object.values(details ?? {}).some((value) => value !== null && value !== undefined && value !== '');
}

/** The most entries of autXML. */
export const authorizedAtMost = 10;

/**
 * Who may download the XML (autXML): those of the company's settings, then those of the document, each once. The recipient is left out: it may
 * download the XML anyway, and the authority refuses it in autXML (rules GA02-20 and GA03-20, 324 and 326).
 */
export function authorizedOf(
  { authorizedTaxIds }: Pick<GoodsPayload, 'authorizedTaxIds'>,
  { settings }: Issuer,
  recipient: Pick<ClientSnapshot, 'document'>,
): string[] {
  const named = new Set([...settings.autXml, ...(authorizedTaxIds ?? [])]);
  named.delete(recipient.document);
  return [...named];
}
