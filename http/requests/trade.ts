import type { SugarCane } from '../../domain/documents/farm-goods.ts';
import type {
  DetailsOfItem,
  DetailsOfSale,
  ForeignTradeOfItem,
  ForeignTradeOfSale,
  GovernmentPurchase,
  ImportAddition,
  ImportDeclaration,
  ImportTax,
} from '../../domain/documents/trade.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import type { Schema } from '../schema.ts';
import { decimalText, sentFields, sentTexts } from './decimal-text.ts';

type Body = Schema<'FiscalDocumentCreation'>;
type Item = Schema<'DocumentItemInput'>;
type Declaration = NonNullable<Item['importDeclarations']>[number];

/** Fields of a whole note about foreign trade, purchase order, marketplace, and about who may download the XML. */
export function tradeRequest(body: Body): ForeignTradeOfSale & DetailsOfSale {
  const { export: places, purchaseOrder, marketplace, governmentPurchase, authorizedTaxIds } = body;
  return {
    ...(places
      ? {
          export: {
            exitState: places.exitState.toUpperCase(),
            exitPlace: places.exitPlace,
            ...sentTexts(places, ['dispatchPlace']),
          },
        }
      : {}),
    ...(purchaseOrder ? { purchaseOrder: sentTexts(purchaseOrder, ['number', 'commitment', 'contract']) } : {}),
    ...(marketplace ? { marketplace: { ...marketplace, taxId: plainTaxId(marketplace.taxId) } } : {}),
    ...(governmentPurchase ? { governmentPurchase: governmentPurchaseOf(governmentPurchase) } : {}),
    ...(authorizedTaxIds ? { authorizedTaxIds: authorizedTaxIds.map(plainTaxId) } : {}),
  };
}

function governmentPurchaseOf(sent: NonNullable<Body['governmentPurchase']>): GovernmentPurchase {
  const { entity, operation, previousDocuments } = sent;
  return {
    entity,
    operation,
    ...sentFields(sent, ['rateReduction']),
    ...(previousDocuments ? { previousDocuments } : {}),
  };
}

/** Fields of an item about foreign trade, its taxable unit, purchase order, medicine and lots. */
export function itemTradeRequest(item: Item): ForeignTradeOfItem & DetailsOfItem {
  const { drawbacks, indirectExport, importDeclarations, importTax, purchaseOrder, medicine, lots } = item;
  return {
    ...sentTexts({ taxUnit: item.taxUnit?.trim() }, ['taxUnit']),
    ...sentFields(item, ['taxQuantity']),
    ...(drawbacks ? { drawbacks } : {}),
    ...(indirectExport
      ? { indirectExport: indirectExport.map((each) => ({ ...each, quantity: decimalText(each.quantity) })) }
      : {}),
    ...(importDeclarations ? { importDeclarations: importDeclarations.map(declarationOf) } : {}),
    ...(importTax ? { importTax: importTaxOf(importTax) } : {}),
    ...(purchaseOrder ? { purchaseOrder: orderOf(purchaseOrder) } : {}),
    ...(medicine ? { medicine: medicineOf(medicine) } : {}),
    ...(lots ? { lots: lots.map(lotOf) } : {}),
  };
}

function declarationOf(declaration: Declaration): ImportDeclaration {
  const { afrmm, thirdPartyTaxId, thirdPartyState, additions, clearanceState, ...sent } = declaration;
  return {
    ...sent,
    clearanceState: clearanceState.toUpperCase(),
    ...sentFields({ afrmm }, ['afrmm']),
    ...(thirdPartyTaxId ? { thirdPartyTaxId: plainTaxId(thirdPartyTaxId) } : {}),
    ...(thirdPartyState ? { thirdPartyState: thirdPartyState.toUpperCase() } : {}),
    additions: additions.map(additionOf),
  };
}

function additionOf(addition: Declaration['additions'][number]): ImportAddition {
  const { number, sequence, manufacturerCode } = addition;
  return {
    ...(typeof number === 'number' ? { number } : {}),
    sequence,
    manufacturerCode,
    ...sentFields(addition, ['discount']),
    ...sentTexts(addition, ['drawback']),
  };
}

function importTaxOf({ base, value, ...others }: NonNullable<Item['importTax']>): ImportTax {
  return {
    base: decimalText(base),
    value: decimalText(value),
    ...sentFields(others, ['customsExpenses', 'iof', 'icmsBase']),
  };
}

function orderOf(order: NonNullable<Item['purchaseOrder']>): NonNullable<DetailsOfItem['purchaseOrder']> {
  const { item } = order;
  return { ...sentTexts(order, ['number']), ...(typeof item === 'number' ? { item } : {}) };
}

function medicineOf(medicine: NonNullable<Item['medicine']>): NonNullable<DetailsOfItem['medicine']> {
  const { anvisaCode, maxPrice } = medicine;
  return { anvisaCode, maxPrice: decimalText(maxPrice), ...sentTexts(medicine, ['exemptionReason']) };
}

function lotOf({ aggregation, quantity, ...lot }: NonNullable<Item['lots']>[number]) {
  return { ...lot, quantity: decimalText(quantity), ...sentTexts({ aggregation }, ['aggregation']) };
}

/** The sugar cane of a body, with numbers as decimal strings. */
export function sugarCaneRequest(sent: Schema<'SugarCaneInput'>): SugarCane {
  const { harvest, month, deliveries, previousKilograms, deductions, value } = sent;
  return {
    ...{ harvest, month, previousKilograms: decimalText(previousKilograms), value: decimalText(value) },
    deliveries: deliveries.map(({ day, kilograms }) => ({ day, kilograms: decimalText(kilograms) })),
    ...(deductions
      ? { deductions: deductions.map((one) => ({ description: one.description, value: decimalText(one.value) })) }
      : {}),
  };
}
