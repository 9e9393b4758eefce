import { declaredIbsCbs } from '../../domain/documents/compute/item.ts';
import type { ComputedItem, NetPrice } from '../../domain/documents/computed-note.ts';
import type { ComputedServiceItem } from '../../domain/documents/computed-service.ts';
import type { ComputedContent, Document } from '../../domain/documents/document.entity.ts';
import type { FuelInput } from '../../domain/documents/fuel.ts';
import type { DocumentPayload, ItemInput, ServiceItemInput } from '../../domain/documents/payload.ts';
import { decimal, money, round2 } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';
import { requestedTaxesView, computedTaxesView, noOwnAmountFields, type OwnAmountField } from './item-taxes.ts';
import { taxTraceView } from './tax-trace.ts';
import { itemParticularsView } from './goods-particulars.ts';
import { noTradeOfItem, taxUnitView, tradeOfItemView } from './trade.ts';

/** The lines of a document: what was sent and, once its emission was prepared, what the resolution made of it. */
export function itemViews(
  { status }: Pick<Document, 'status'>,
  payload: DocumentPayload,
  computed: ComputedContent | null,
): Schema<'DocumentItem'>[] {
  const isAuthorized = status === 'AUTHORIZED' || status === 'CANCELLED';
  if (payload.type === 'NFSE') {
    return payload.items.map((item, index) => {
      const line = computed?.model === null ? computed.items[index] : undefined;
      return {
        ...commonView(item, index + 1),
        ...noGoods,
        ...noOwnAmountFields,
        ...(line ? resolvedServiceView(line) : {}),
        ibsCbs: isAuthorized ? serviceIbsCbsView(line) : null,
      };
    });
  }
  return payload.items.map((item, index) => {
    const line = computed?.model ? computed.items[index] : undefined;
    return {
      ...askedView(item, index + 1),
      ...(line ? resolvedView(line) : {}),
      ...(line?.fuel && item.fuel ? { fuel: { ...fuelView(item.fuel), ...line.fuel } } : {}),
      ...taxUnitView(item, line),
      ibsCbs: isAuthorized ? ibsCbsView(item, line) : null,
    };
  });
}

function askedView(item: ItemInput, number: number): Schema<'DocumentItem'> {
  return {
    ...commonView(item, number),
    ncm: item.ncm ?? null,
    cest: item.cest ?? null,
    cfop: item.cfop ?? null,
    benefitCode: item.benefitCode ?? null,
    ...requestedTaxesView(item),
    freight: amount(item.freight),
    insurance: amount(item.insurance),
    otherCosts: amount(item.otherCosts),
    gtin: item.gtin ?? null,
    ...taxUnitView(item, undefined),
    ...tradeOfItemView(item),
    ...itemParticularsView(item),
    ...(item.priceIncludes ? { priceIncludes: item.priceIncludes } : {}),
    approximateTaxes: amount(item.approximateTaxes),
    returnedIpi: item.returnedIpi ?? null,
    ...noTaxes,
    ...(item.fuel ? { fuel: fuelView(item.fuel) } : {}),
  };
}

/** The fuel as it was sent, without empty fields. */
function fuelView(fuel: FuelInput): NonNullable<Schema<'DocumentItem'>['fuel']> {
  const { origins, cide, meter, ...fields } = fuel;
  return {
    ...fields,
    ...(origins ? { origins } : {}),
    ...(cide ? { cide } : {}),
    ...(meter ? { meter: { ...meter, pump: meter.pump ?? null } } : {}),
  };
}

/** The fields of a line that goods have and services do not. */
type GoodsField =
  | 'ncm'
  | 'cest'
  | 'cfop'
  | 'benefitCode'
  | 'freight'
  | 'insurance'
  | 'otherCosts'
  | 'gtin'
  | 'approximateTaxes'
  | 'returnedIpi'
  | 'taxUnit'
  | 'taxQuantity'
  | 'taxUnitValue'
  | 'icms'
  | 'difal'
  | 'ipi'
  | 'pis'
  | 'cofins'
  | keyof typeof noTradeOfItem;

function commonView(
  item: ItemInput | ServiceItemInput,
  number: number,
): Omit<Schema<'DocumentItem'>, GoodsField | OwnAmountField> {
  return {
    number,
    code: item.code,
    description: item.description,
    unit: item.unit ?? null,
    quantity: item.quantity,
    unitValue: item.unitValue,
    totalValue: money(round2(decimal(item.quantity).times(decimal(item.unitValue)))),
    discount: amount(item.discount),
    additionalInfo: item.additionalInfo ?? null,
    productId: item.productId ?? null,
    taxRuleId: item.taxRuleId ?? null,
    taxation: null,
    taxedBy: null,
    ibsCbs: null,
  };
}

/** The taxes of a line that is not computed yet, or of a service. */
const noTaxes = { icms: null, difal: null, ipi: null, pis: null, cofins: null };

/** The fields of goods on the line of a service: all null. */
export const noGoods: Record<GoodsField, null> = {
  ncm: null,
  cest: null,
  cfop: null,
  benefitCode: null,
  freight: null,
  insurance: null,
  otherCosts: null,
  gtin: null,
  approximateTaxes: null,
  returnedIpi: null,
  taxUnit: null,
  taxQuantity: null,
  taxUnitValue: null,
  ...noTaxes,
  ...noTradeOfItem,
};

function resolvedView(line: ComputedItem): Partial<Schema<'DocumentItem'>> {
  const { ncm, cest, cfop, unit, total, discount, freight, insurance, otherCosts, taxedBy = null } = line;
  const goods = { ncm, cest, cfop, unit, totalValue: total, discount, freight, insurance, otherCosts };
  const approximateTaxes = line.approximateTaxes?.value ?? null;
  return {
    ...goods,
    ...(line.netPrice ? { unitValue: line.unitValue, ...netPriceView(line.netPrice) } : {}),
    approximateTaxes,
    ...computedTaxesView(line),
    taxation: taxTraceView(line.taxation),
    taxedBy,
  };
}

/** The price before IBS and CBS; absent where the line's price is the one that was sent. */
export function netPriceView(netPrice: NetPrice | undefined): Pick<Schema<'DocumentItem'>, 'netPrice'> {
  if (!netPrice) return {};
  const { by, unitValue, total } = netPrice;
  return { netPrice: { by, unitValue, totalValue: total } };
}

function resolvedServiceView({
  unit,
  total,
  discount,
  taxation,
  taxedBy,
}: ComputedServiceItem): Partial<Schema<'DocumentItem'>> {
  return { unit, totalValue: total, discount, taxation: taxTraceView(taxation), taxedBy };
}

/** Fields that the caller declared are shown as they were sent, even a month that the XML has no place for. */
function ibsCbsView(item: ItemInput, line: ComputedItem | undefined): Schema<'ItemIbsCbs'> {
  const { accessKey, number = null } = item.referencedItem ?? {};
  const { situation = null, classification = null, itemTotal = null, amounts = null } = line?.ibsCbs ?? {};
  return {
    situation,
    classification,
    itemTotal,
    amounts,
    ...declaredIbsCbs(item),
    ...(accessKey === undefined ? {} : { referencedItem: { accessKey, number } }),
  };
}

/** What the authority computed for a service; its answer has no reductions. */
function serviceIbsCbsView(line: ComputedServiceItem | undefined): Schema<'ItemIbsCbs'> {
  const amounts = line?.ibsCbs ? { ...wholeAmounts, ...line.ibsCbs } : null;
  return { situation: null, classification: null, itemTotal: null, amounts };
}

/** The fields of a reduction and a deferral, null where there is neither. */
const wholeAmounts = {
  ...{ stateReduction: null, stateEffectiveRate: null, stateDeferralRate: null, stateDeferredValue: null },
  ...{
    municipalReduction: null,
    municipalEffectiveRate: null,
    municipalDeferralRate: null,
    municipalDeferredValue: null,
  },
  ...{ cbsReduction: null, cbsEffectiveRate: null, cbsDeferralRate: null, cbsDeferredValue: null },
};

function amount(text: string | null | undefined): string | null {
  return text ? money(decimal(text)) : null;
}
