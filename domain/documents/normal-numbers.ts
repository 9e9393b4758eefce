import {
  decimalFault,
  type DecimalForm,
  lotQuantityForm,
  moneyForm,
  quantityForm,
  rateForm,
  unitValueForm,
  weightForm,
} from '../decimal-form.ts';
import { type Decimal, decimal, money, percent, unitPrice } from '../money.ts';
import { plainServiceFields } from '../service-taxation/normalize.ts';
import { rateFieldNames } from '../taxation/fields.ts';
import { plainGoodsCodes } from '../taxation/goods.ts';
import type { OperationCredit } from '../taxation/ibs-cbs/presumed-credit.ts';
import type { Issqn } from '../taxation/issqn.ts';
import { serviceRates } from '../taxation/levels/service-fields.ts';
import type { ContributionStInput } from './contribution-st.ts';
import type { FuelInput } from './fuel.ts';
import type {
  FurtherPresumedCredit,
  GoodsPayload,
  ItemInput,
  ServiceItemInput,
  ServicePayload,
  TransportInput,
} from './payload.ts';
import type { Deductions, ServiceDetails } from './service-sale.ts';
import type { SugarCane } from './farm-goods.ts';
import type { ImportDeclaration } from './trade.ts';
import { withheldNames } from './withheld-taxes.ts';

/** A kind of number: the form in which it is accepted, and how it is written. */
type Kind = { form: DecimalForm; written: (value: Decimal) => string };

const amount: Kind = { form: moneyForm, written: money };
const quantity: Kind = { form: quantityForm, written: (value) => value.toFixed() };
const lotQuantity: Kind = { form: lotQuantityForm, written: (value) => value.toFixed() };
const unitValue: Kind = { form: unitValueForm, written: unitPrice };
const weight: Kind = { form: weightForm, written: (value) => value.toFixed(3) };
const rate: Kind = { form: rateForm, written: percent };

/**
 * The same sale with numbers in one form, however its caller wrote them: `0001` is `1`, and a unit value of `0010.0` is `10.00`; NCM, CEST and CFOP
 * have no dots. A text that is no number of its kind stays as it is, for the checks to refuse.
 */
export function withNormalNumbers(sale: GoodsPayload): GoodsPayload {
  const { items, payments, duplicates, transport, governmentPurchase, withheldTaxes } = sale;
  return {
    ...normal(sale, ['discount', 'insurance', 'otherCosts'], amount),
    items: items.map(normalItem),
    ...(payments ? { payments: payments.map((payment) => normal(payment, ['value'], amount)) } : {}),
    ...(duplicates ? { duplicates: duplicates.map((duplicate) => normal(duplicate, ['value'], amount)) } : {}),
    ...(transport ? { transport: normalTransport(transport) } : {}),
    ...(sale.sugarCane ? { sugarCane: normalCane(sale.sugarCane) } : {}),
    ...(withheldTaxes ? { withheldTaxes: normal(withheldTaxes, withheldNames, amount) } : {}),
    ...(governmentPurchase ? { governmentPurchase: normal(governmentPurchase, ['rateReduction'], rate) } : {}),
  };
}

function normalCane(cane: SugarCane): SugarCane {
  const { deliveries, deductions } = cane;
  return {
    ...normal(normal(cane, ['previousKilograms'], weight), ['value'], amount),
    deliveries: deliveries.map((one) => normal(one, ['kilograms'], weight)),
    ...(deductions ? { deductions: deductions.map((one) => normal(one, ['value'], amount)) } : {}),
  };
}

const itemAmounts = [
  ...(['discount', 'freight', 'insurance', 'otherCosts', 'approximateTaxes'] as const),
  ...(['icmsExemptedValue', 'icmsStExemptedValue', 'presumedCreditValue', 'icmsStBase'] as const),
] as const;

function normalItem(item: ItemInput): ItemInput {
  const { adjustment, creditReversal, zfmPresumedCredit, operationPresumedCredit: credit, fuel } = item;
  const priced = normal(normal(item, ['quantity'], quantity), ['unitValue', 'icmsStUnitPrice'], unitValue);
  const perUnit = normal(priced, ['ipiUnitRate', 'pisUnitRate', 'cofinsUnitRate'], quantity);
  const rated = normal({ ...perUnit, ...plainGoodsCodes(item) }, rateFieldNames, rate);
  return {
    ...normal(rated, itemAmounts, amount),
    ...(item.issqn ? { issqn: normalIssqn(item.issqn) } : {}),
    ...(item.returnedIpi ? { returnedIpi: normal(item.returnedIpi, ['percentage', 'value'], amount) } : {}),
    ...(adjustment ? { adjustment: normal(adjustment, ['ibs', 'cbs'], amount) } : {}),
    ...(creditReversal ? { creditReversal: normal(creditReversal, ['ibs', 'cbs'], amount) } : {}),
    ...(zfmPresumedCredit ? { zfmPresumedCredit: normal(zfmPresumedCredit, ['value'], amount) } : {}),
    ...(credit ? { operationPresumedCredit: normalOperationCredit(credit) } : {}),
    ...(fuel ? { fuel: normalFuel(fuel) } : {}),
    ...normalSaid(item),
    ...normalTrade(item),
  };
}

function normalOperationCredit(credit: OperationCredit): OperationCredit {
  const { ibs, cbs } = credit;
  return {
    ...normal(credit, ['base'], amount),
    ...(ibs ? { ibs: normal(ibs, ['rate'], rate) } : {}),
    ...(cbs ? { cbs: normal(cbs, ['rate'], rate) } : {}),
  };
}

/** The code of the service with its dot, as in the layout. */
function normalIssqn(issqn: Issqn): Issqn {
  const serviceCode = issqn.serviceCode.replace(/^(\d{2})(\d{2})$/, '$1.$2');
  return normal(normal({ ...issqn, serviceCode }, ['rate'], rate), issAmounts, amount);
}

const issAmounts = ['deduction', 'otherWithholdings', 'conditionalDiscount'] as const;

/**
 * The item's amounts of ICMS-ST retained before, effective ICMS, split and passed-on ICMS, further presumed credits, and contributions by
 * substitution.
 */
function normalSaid(item: ItemInput): Partial<ItemInput> {
  const { retainedSt, effectiveIcms, furtherPresumedCredits, pisSt, cofinsSt, icmsPartition, destinationSt } = item;
  return {
    ...(furtherPresumedCredits ? { furtherPresumedCredits: furtherPresumedCredits.map(normalCredit) } : {}),
    ...(retainedSt
      ? { retainedSt: normal(normal(retainedSt, retainedAmounts, amount), ['rate', 'fcpRate'], rate) }
      : {}),
    ...(icmsPartition ? { icmsPartition: normal(icmsPartition, ['ownBasePercent'], rate) } : {}),
    ...(destinationSt ? { destinationSt: normal(destinationSt, ['base', 'value'], amount) } : {}),
    ...(pisSt ? { pisSt: normalContributionSt(pisSt) } : {}),
    ...(cofinsSt ? { cofinsSt: normalContributionSt(cofinsSt) } : {}),
    ...(effectiveIcms ? { effectiveIcms: normal(effectiveIcms, ['baseReduction', 'rate'], rate) } : {}),
  };
}

function normalContributionSt(said: ContributionStInput): ContributionStInput {
  return normal(normal(normal(said, ['base'], amount), ['rate'], rate), ['unitRate'], quantity);
}

function normalCredit(credit: FurtherPresumedCredit): FurtherPresumedCredit {
  return normal(normal(credit, ['rate'], rate), ['value'], amount);
}

const retainedAmounts = ['base', 'ownValue', 'value', 'fcpBase', 'fcpValue'] as const;

function normalFuel(fuel: FuelInput): FuelInput {
  const { origins, cide, meter } = fuel;
  const shares = ['glpPercent', 'nationalGasPercent', 'importedGasPercent', 'biodieselPercent'] as const;
  const rated = normal(normal(fuel, shares, rate), ['startingValue'], amount);
  return {
    ...normal(rated, ['temperatureQuantity', 'retainedQuantity'], quantity),
    ...(origins ? { origins: origins.map((origin) => normal(origin, ['percent'], rate)) } : {}),
    ...(cide ? { cide: normal(cide, ['quantity', 'rate'], quantity) } : {}),
    ...(meter ? { meter: normal(meter, ['start', 'end'], weight) } : {}),
  };
}

/** The numbers of foreign trade, medicines and lots. */
function normalTrade(item: ItemInput): Partial<ItemInput> {
  const { taxQuantity, indirectExport, importDeclarations, importTax, medicine, lots } = item;
  return {
    ...(taxQuantity ? normal({ taxQuantity }, ['taxQuantity'], quantity) : {}),
    ...(indirectExport ? { indirectExport: indirectExport.map((each) => normal(each, ['quantity'], quantity)) } : {}),
    ...(importDeclarations ? { importDeclarations: importDeclarations.map(normalDeclaration) } : {}),
    ...(importTax ? { importTax: normal(importTax, importTaxAmounts, amount) } : {}),
    ...(medicine ? { medicine: normal(medicine, ['maxPrice'], amount) } : {}),
    ...(lots ? { lots: lots.map((lot) => normal(lot, ['quantity'], lotQuantity)) } : {}),
  };
}

const importTaxAmounts = ['base', 'customsExpenses', 'value', 'iof', 'icmsBase'] as const;

function normalDeclaration(declaration: ImportDeclaration): ImportDeclaration {
  const { additions } = declaration;
  return {
    ...normal(declaration, ['afrmm'], amount),
    additions: additions.map((addition) => normal(addition, ['discount'], amount)),
  };
}

function normalTransport(transport: TransportInput): TransportInput {
  const weighed = normal(transport, ['volumeGrossWeight', 'volumeNetWeight'], weight);
  return normal(weighed, ['freightValue'], amount);
}

const serviceRateNames = serviceRates.map(({ field }) => field);

/** The same for a service; its codes lose their punctuation. */
export function withNormalService(sale: ServicePayload): ServicePayload {
  return {
    ...normal(sale, ['discount'], amount),
    items: sale.items.map(normalServiceItem),
    ...(sale.service ? { service: normalDetails(sale.service) } : {}),
  };
}

function normalServiceItem(item: ServiceItemInput): ServiceItemInput {
  const priced = normal(normal(item, ['quantity'], quantity), ['unitValue'], unitValue);
  const coded = { ...priced, ...plainServiceFields(item) };
  return normal(normal(coded, serviceRateNames, rate), ['discount'], amount);
}

function normalDetails(service: ServiceDetails): ServiceDetails {
  const { foreignTrade, deductions, ibsCbs, approximateTaxes } = service;
  return {
    ...normal(service, ['conditionalDiscount'], amount),
    ...(foreignTrade ? { foreignTrade: normal(foreignTrade, ['amount'], amount) } : {}),
    ...(deductions ? { deductions: normalDeductions(deductions) } : {}),
    ...(ibsCbs?.reimbursements
      ? { ibsCbs: { ...ibsCbs, reimbursements: ibsCbs.reimbursements.map((one) => normal(one, ['value'], amount)) } }
      : {}),
    ...(approximateTaxes
      ? { approximateTaxes: normal(approximateTaxes, ['federalValue', 'stateValue', 'municipalValue'], amount) }
      : {}),
  };
}

function normalDeductions(deductions: Deductions): Deductions {
  const { documents } = deductions;
  return {
    ...normal(deductions, ['rate', 'value'], amount),
    ...(documents ? { documents: documents.map((each) => normal(each, ['deductibleValue', 'value'], amount)) } : {}),
  };
}

/** A copy in which those of the named fields that are numbers of that kind are written in its form. */
function normal<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
  { form, written }: Kind,
): Source {
  const copy: Record<PropertyKey, unknown> = {};
  for (const name of names) {
    const text: unknown = source[name];
    if (typeof text === 'string' && decimalFault(text, form) === null) copy[name] = written(decimal(text));
  }
  return { ...source, ...copy };
}
