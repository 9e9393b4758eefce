import { plainPlate } from '../../domain/carriers/normalize.ts';
import type { GoodsType } from '../../domain/document-types.ts';
import { fieldsOfOtherTypes } from '../../domain/documents/check/fields-of-type.ts';
import type { ContributionStInput } from '../../domain/documents/contribution-st.ts';
import type { FarmGoods } from '../../domain/documents/farm-goods.ts';
import type { FuelInput } from '../../domain/documents/fuel.ts';
import type { PartedIcmsOfItem } from '../../domain/documents/icms-partition.ts';
import type { PaymentInput, Trailer, TransportInput } from '../../domain/documents/payload.ts';
import { normalPlace } from '../../domain/documents/place.ts';
import { withheldNames } from '../../domain/documents/withheld-taxes.ts';
import { refuseAny } from '../../domain/faults.ts';
import { plainTaxId } from '../../domain/tax-id.ts';
import { withCapitals } from '../../domain/taxation/benefits/codes.ts';
import { taxFieldNames } from '../../domain/taxation/fields.ts';
import type { FreeTradeArea } from '../../domain/taxation/ibs-cbs/free-trade-area.ts';
import type { OperationCredit } from '../../domain/taxation/ibs-cbs/presumed-credit.ts';
import type { GoodsRequest, ItemRequest, SaleRequest } from '../../operations/documents/sale-request.ts';
import type { Schema } from '../schema.ts';
import { decimalText, sentFields, sentTexts } from './decimal-text.ts';
import { issqnRequest, itemIssqnRequest } from './issqn.ts';
import { serviceRequest } from './service.ts';
import { itemRemarksRequest, mailToRequest, remarksRequest } from './remarks.ts';
import { itemTradeRequest, sugarCaneRequest, tradeRequest } from './trade.ts';

/**
 * The sale of a body, with numbers as decimal strings and without fields that were not sent.
 *
 * @throws DomainError `validation_error` with every field that documents of the type do not have
 */
export function saleRequest(body: Schema<'FiscalDocumentCreation'>): SaleRequest {
  const { type } = body;
  refuseAny(fieldsOfOtherTypes(body));
  return type === 'NFSE' ? serviceRequest(body) : askedGoods(body, type);
}

function askedGoods(body: Schema<'FiscalDocumentCreation'>, type: GoodsType): GoodsRequest {
  const { operationNature, items, payments, duplicates, transport, referencedDocuments } = body;
  const { purpose, operationType, finalConsumer, delivery, pickup, withheldTaxes, advancePayments, printedAs } = body;
  return {
    type,
    operationNature,
    items: items.map(itemRequest),
    ...(payments ? { payments: payments.map(paymentInput) } : {}),
    ...(duplicates ? { duplicates: duplicates.map(duplicateInput) } : {}),
    ...(transport ? { transport: transportInput(transport) } : {}),
    ...(referencedDocuments ? { referencedDocuments } : {}),
    ...(advancePayments ? { advancePayments } : {}),
    ...(purpose ? { purpose } : {}),
    ...(printedAs ? { printedAs } : {}),
    ...(operationType ? { operationType } : {}),
    ...(typeof finalConsumer === 'boolean' ? { finalConsumer } : {}),
    ...(delivery ? { delivery: normalPlace(delivery) } : {}),
    ...(pickup ? { pickup: normalPlace(pickup) } : {}),
    ...sentTexts(body, ['clientId', 'templateId', 'taxRuleId']),
    ...sentFields(body, ['discount', 'insurance', 'otherCosts', 'additionalInfo', 'presence']),
    ...sentTexts(body, ['movementDateTime', 'expectedDeliveryDate', 'taxOfficeInfo']),
    ...mailToRequest(body),
    ...remarksRequest(body),
    ...farmGoodsRequest(body),
    ...(body.sugarCane ? { sugarCane: sugarCaneRequest(body.sugarCane) } : {}),
    ...(withheldTaxes ? { withheldTaxes: sentFields(withheldTaxes, withheldNames) } : {}),
    ...issqnRequest(body),
    ...sentFields(body, ['rtcCreditType', 'rtcDebitType', 'referencedAccessKey']),
    ...tradeRequest(body),
  };
}

function itemRequest(item: Schema<'DocumentItemInput'>): ItemRequest {
  const { code, description, unit, gtin, quantity, priceIncludes } = item;
  return {
    ...{ code, description, unit, gtin },
    quantity: decimalText(quantity),
    ...sentTexts(item, ['productId', 'taxRuleId']),
    ...sentFields(item, ['unitValue', 'additionalInfo', 'discount', 'freight', 'insurance', 'otherCosts']),
    ...sentFields(item, ['approximateTaxes']),
    ...(priceIncludes ? { priceIncludes } : {}),
    ...withCapitals(sentFields(item, taxFieldNames)),
    ...sentFields(item, ['icmsExemptedValue', 'icmsStExemptedValue', 'presumedCreditValue']),
    ...sentFields(item, ['icmsStBase', 'icmsStUnitPrice', 'ipiUnitRate', 'pisUnitRate', 'cofinsUnitRate']),
    ...collected(item),
    ...furtherCredits(item),
    ...partedIcms(item),
    ...(item.pisSt ? { pisSt: contributionSt(item.pisSt) } : {}),
    ...(item.cofinsSt ? { cofinsSt: contributionSt(item.cofinsSt) } : {}),
    ...(item.donation ? { donation: true } : {}),
    ...(item.isUsed ? { isUsed: true } : {}),
    ...(item.vehicle ? { vehicle: item.vehicle } : {}),
    ...itemIssqnRequest(item),
    ...declared(item),
    ...itemTradeRequest(item),
    ...itemRemarksRequest(item),
  };
}

function partedIcms({ icmsPartition, destinationSt }: Schema<'DocumentItemInput'>): PartedIcmsOfItem {
  return {
    ...(icmsPartition
      ? {
          icmsPartition: {
            ownBasePercent: decimalText(icmsPartition.ownBasePercent),
            ...(icmsPartition.stState ? { stState: icmsPartition.stState.toUpperCase() } : {}),
          },
        }
      : {}),
    ...(destinationSt
      ? { destinationSt: { base: decimalText(destinationSt.base), value: decimalText(destinationSt.value) } }
      : {}),
  };
}

function contributionSt(said: Schema<'ContributionStInput'>): ContributionStInput {
  return { addsToTotal: said.addsToTotal, ...sentFields(said, ['base', 'rate', 'unitRate']) };
}

function furtherCredits({ furtherPresumedCredits: said }: Schema<'DocumentItemInput'>): Partial<ItemRequest> {
  if (!said?.length) return {};
  return {
    furtherPresumedCredits: said.map((credit) => ({
      code: credit.code.trim().toUpperCase(),
      rate: decimalText(credit.rate),
      ...sentFields(credit, ['value']),
    })),
  };
}

/** ICMS-ST that was collected before this sale, as a line says it. */
function collected({ retainedSt, effectiveIcms }: Schema<'DocumentItemInput'>) {
  return {
    ...(retainedSt
      ? {
          retainedSt: {
            ...{ base: decimalText(retainedSt.base), rate: decimalText(retainedSt.rate) },
            value: decimalText(retainedSt.value),
            ...sentFields(retainedSt, ['ownValue', 'fcpBase', 'fcpRate', 'fcpValue']),
          },
        }
      : {}),
    ...(effectiveIcms
      ? { effectiveIcms: { rate: decimalText(effectiveIcms.rate), ...sentFields(effectiveIcms, ['baseReduction']) } }
      : {}),
  };
}

/** Fields of a line that the caller declares besides its taxes. */
function declared(item: Schema<'DocumentItemInput'>) {
  const { adjustment, creditReversal, zfmPresumedCredit, referencedItem, returnedIpi, fuel } = item;
  const { operationPresumedCredit: credit } = item;
  return {
    ...(adjustment ? { adjustment: { ...sentFields(adjustment, ['period']), ...amounts(adjustment) } } : {}),
    ...(creditReversal ? { creditReversal: amounts(creditReversal) } : {}),
    ...(zfmPresumedCredit
      ? { zfmPresumedCredit: { ...zfmPresumedCredit, value: decimalText(zfmPresumedCredit.value) } }
      : {}),
    ...(credit ? { operationPresumedCredit: creditOf(credit) } : {}),
    ...(item.freeTradeArea ? { freeTradeArea: areaOf(item.freeTradeArea) } : {}),
    ...sentTexts(item, ['zfmCreditType']),
    ...(referencedItem ? { referencedItem: referenceOf(referencedItem) } : {}),
    ...(returnedIpi
      ? { returnedIpi: { percentage: decimalText(returnedIpi.percentage), value: decimalText(returnedIpi.value) } }
      : {}),
    ...(fuel ? { fuel: fuelOf(fuel) } : {}),
  };
}

function creditOf({ creditCode, base, ibs, cbs }: Schema<'OperationPresumedCreditInput'>): OperationCredit {
  const share = ({ rate, isConditional }: Schema<'PresumedCreditRateInput'>) => ({
    rate: decimalText(rate),
    ...(isConditional ? { isConditional: true } : {}),
  });
  return {
    ...{ creditCode, base: decimalText(base) },
    ...(ibs ? { ibs: share(ibs) } : {}),
    ...(cbs ? { cbs: share(cbs) } : {}),
  };
}

function areaOf({ application, suframaProcess }: Schema<'FreeTradeAreaInput'>): FreeTradeArea {
  return { application, ...sentTexts({ suframaProcess }, ['suframaProcess']) };
}

function amounts({ ibs, cbs }: { ibs: number | string; cbs: number | string }) {
  return { ibs: decimalText(ibs), cbs: decimalText(cbs) };
}

function referenceOf({ accessKey, number }: { accessKey: string; number?: number | null }) {
  return { accessKey, ...(typeof number === 'number' ? { number } : {}) };
}

function fuelOf({ anpCode, origins, cide, meter, ...fuel }: Schema<'ItemFuelInput'>): FuelInput {
  return {
    anpCode,
    ...sentTexts(fuel, ['description', 'codif', 'consumptionState']),
    ...sentFields(fuel, ['glpPercent', 'nationalGasPercent', 'importedGasPercent', 'startingValue']),
    ...sentFields(fuel, ['temperatureQuantity', 'biodieselPercent', 'retainedQuantity']),
    ...(origins ? { origins: origins.map((origin) => ({ ...origin, percent: decimalText(origin.percent) })) } : {}),
    ...(cide ? { cide: { quantity: decimalText(cide.quantity), rate: decimalText(cide.rate) } } : {}),
    ...(meter ? { meter: meterOf(meter) } : {}),
  };
}

function meterOf({ nozzle, pump, tank, start, end }: NonNullable<Schema<'ItemFuelInput'>['meter']>) {
  return { nozzle, tank, ...sentTexts({ pump }, ['pump']), start: decimalText(start), end: decimalText(end) };
}

function paymentInput({ method, value, description, card }: Schema<'DocumentPaymentInput'>): PaymentInput {
  return {
    method,
    value: decimalText(value),
    ...sentFields({ description }, ['description']),
    ...(card ? { card: cardInput(card) } : {}),
  };
}

function cardInput({
  acquirer,
  receiver,
  ...card
}: NonNullable<Schema<'DocumentPaymentInput'>['card']>): NonNullable<PaymentInput['card']> {
  return {
    ...card,
    ...(acquirer ? { acquirer: plainTaxId(acquirer) } : {}),
    ...(receiver ? { receiver: plainTaxId(receiver) } : {}),
  };
}

function duplicateInput({ number, dueDate, value }: Schema<'InstallmentInput'>) {
  return { dueDate, value: decimalText(value), ...sentFields({ number }, ['number']) };
}

function transportInput(transport: Schema<'DocumentTransportInput'>): TransportInput {
  const { freightType, volumeQuantity, vehiclePlate, vehicleState, trailers, volumeSeals } = transport;
  return {
    ...sentTexts(transport, ['carrierId', 'volumeBrand', 'volumeNumbering', 'wagon', 'barge']),
    ...sentFields(transport, ['freightValue', 'volumeSpecies', 'volumeGrossWeight', 'volumeNetWeight']),
    ...(freightType ? { freightType } : {}),
    ...(typeof volumeQuantity === 'number' ? { volumeQuantity } : {}),
    ...(vehicleState ? { vehicleState: vehicleState.toUpperCase() } : {}),
    ...(vehiclePlate ? { vehiclePlate: plainPlate(vehiclePlate) } : {}),
    ...(trailers ? { trailers: trailers.map(trailerInput) } : {}),
    ...(volumeSeals ? { volumeSeals } : {}),
  };
}

function farmGoodsRequest({
  pesticidePrescriptions,
  transitPermit: permit,
}: Schema<'FiscalDocumentCreation'>): FarmGoods {
  return {
    ...(pesticidePrescriptions
      ? {
          pesticidePrescriptions: pesticidePrescriptions.map(({ number, agronomistTaxId }) => ({
            number,
            agronomistTaxId: plainTaxId(agronomistTaxId),
          })),
        }
      : {}),
    ...(permit
      ? {
          transitPermit: {
            ...{ kind: permit.kind, state: permit.state.toUpperCase(), number: permit.number },
            ...sentTexts(permit, ['series']),
          },
        }
      : {}),
  };
}

function trailerInput({ plate, state, rntc }: Schema<'TrailerInput'>): Trailer {
  return { plate: plainPlate(plate), state: state.toUpperCase(), ...sentTexts({ rntc }, ['rntc']) };
}
