import type { CarrierSnapshot } from '../../carriers/carrier-input.ts';
import { plainPlate } from '../../carriers/normalize.ts';
import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import { DomainError } from '../../errors.ts';
import { type Fault, mergeFaults, refusal, refuseAny } from '../../faults.ts';
import { decimal } from '../../money.ts';
import type { Operation } from '../../taxation/operation.ts';
import { cleanText } from '../../xml/clean-text.ts';
import { checkPurpose } from '../check/purpose.ts';
import { checkPlaceOfOperation, checkRecipient } from '../check/parties.ts';
import { payloadFaults } from '../check/payload.ts';
import { checkComputedCredits } from '../check/presumed-credit.ts';
import { checkReturnedValues } from '../check/returns.ts';
import { checkConsumerAndPayments } from '../check/total.ts';
import type { ComputedNote, ComputedTransport, TakenPlace } from '../computed-note.ts';
import type { GoodsPayload, TransportInput } from '../payload.ts';
import type { Place } from '../place.ts';
import type { RemarksOfSale } from '../remarks.ts';
import { sugarCaneOf } from '../farm-goods.ts';
import { withheldTaxesOf } from '../withheld-taxes.ts';
import { additionalInfoOf, withFundTexts } from './legal-texts.ts';
import { computeLines } from './lines.ts';
import { type NoteInput, operationOf, presenceOf, recipientOnNote } from './operation.ts';
import { changeGivenBack, invoiceOf, paymentsOf } from './payments.ts';
import { tradeOf } from './trade.ts';
import { isTotalKnown, valueBeforeTaxesOf } from './value-before-taxes.ts';

const infCplAtMost = 5000;

/**
 * Computes the whole note: taxes resolved with their sources, amounts, totals, payments, texts. `faults` that were found before are reported together
 * with new ones.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest: form (`validation_error`), then `invalid_cest`, `invalid_cfop`,
 *   `invalid_taxation`; then, without those, sums that do not add up: `invalid_duplicates`, `invalid_payments`
 */
export function computeNote(input: NoteInput, faults: Fault[] = []): ComputedNote {
  const { issuer, payload } = input;
  const { operation, recipient, items, totals } = computeLines(input, mergeFaults(faults, payloadFaults(payload)));
  const additionalInfo = additionalInfoOf(payload.additionalInfo, items, totals);
  const withheldTaxes = withheldTaxesOf(payload.withheldTaxes);
  const sugarCane = sugarCaneOf(payload.sugarCane);
  refuseAny([
    ...checkTotal(totals.note),
    ...checkComputedCredits(items),
    ...checkReturnedValues({ ...operation, totals }, input.origins),
    ...checkAdditionalInfo(additionalInfo),
    ...checkConsumerAndPayments(payload, { recipient, total: totals.note, isExact: true, date: operation.date }),
  ]);

  const note: ComputedNote = {
    model: operation.model,
    issuer,
    recipient,
    operationNature: payload.operationNature,
    operationType: operation.direction,
    purpose: operation.purpose,
    ...(operation.adjustment ? { adjustmentType: operation.adjustment.type } : {}),
    destination: operation.destination,
    finalConsumer: operation.finalConsumer,
    ...(payload.printedAs && payload.printedAs !== 'A4' ? { printedAs: payload.printedAs } : {}),
    presence: presenceOf(payload, operation),
    ...movementOf(payload),
    ...placesOf(payload, issuer, recipient),
    items,
    totals,
    ...(withheldTaxes ? { withheldTaxes } : {}),
    ...issqnOf(payload, operation),
    payments: paymentsOf(payload, totals.note),
    change: changeGivenBack(payload, totals.note),
    invoice: invoiceOf(payload, totals.note),
    transport: transportOf(payload.transport, operation),
    referencedDocuments: referencedDocumentsOf(payload),
    ...(payload.advancePayments?.length ? { advancePayments: payload.advancePayments } : {}),
    additionalInfo,
    ...tradeOf(payload, issuer, recipient),
    ...remarksOf(payload),
    ...(payload.pesticidePrescriptions?.length ? { pesticidePrescriptions: payload.pesticidePrescriptions } : {}),
    ...(sugarCane ? { sugarCane } : {}),
    ...(payload.transitPermit ? { transitPermit: payload.transitPermit } : {}),
    ...governmentPurchaseOf(payload, operation),
  };
  return withFundTexts(note, payload.additionalInfo);
}

/** The remarks and processes of the note, which are not computed. */
function remarksOf({ remarks, taxOfficeRemarks, taxOfficeInfo, legalProcesses }: GoodsPayload): RemarksOfSale {
  return {
    ...(remarks?.length ? { remarks } : {}),
    ...(taxOfficeRemarks?.length ? { taxOfficeRemarks } : {}),
    ...(taxOfficeInfo ? { taxOfficeInfo } : {}),
    ...(legalProcesses?.length ? { legalProcesses } : {}),
  };
}

/** The day on which the note's services were rendered: the day of issue where the caller gives none; and the municipal regime. */
function issqnOf({ items, issqn }: GoodsPayload, { date }: Operation): Pick<ComputedNote, 'issqn'> {
  if (!items.some((item) => item.issqn)) return {};
  const regime = issqn?.municipalRegime;
  return { issqn: { performedOn: issqn?.performedOn ?? date, ...(regime ? { municipalRegime: regime } : {}) } };
}

function movementOf({ movementDateTime, expectedDeliveryDate }: GoodsPayload) {
  return {
    ...(movementDateTime ? { movementDateTime } : {}),
    ...(expectedDeliveryDate ? { expectedDeliveryDate } : {}),
  };
}

/** The public buyer, with the reduction of rates that the lines have. */
function governmentPurchaseOf(
  { governmentPurchase }: GoodsPayload,
  { government }: Operation,
): Pick<ComputedNote, 'governmentPurchase'> {
  if (!governmentPurchase || !government) return {};
  return { governmentPurchase: { ...governmentPurchase, rateReduction: government.rateReduction } };
}

/** Unless the caller names them, the issuer hands goods over at the place of pickup, and the recipient takes them at the place of delivery. */
function placesOf(
  { pickup, delivery }: GoodsPayload,
  issuer: Issuer,
  recipient: ClientSnapshot,
): Pick<ComputedNote, 'pickup' | 'delivery'> {
  const taken = (place: Place, { document, name }: { document: string; name: string }): TakenPlace =>
    place.document ? { ...place, document: place.document } : { ...place, document, name: place.name ?? name };
  return {
    ...(pickup ? { pickup: taken(pickup, { document: issuer.taxId, name: issuer.name }) } : {}),
    ...(delivery ? { delivery: taken(delivery, recipient) } : {}),
  };
}

/** NFref: the notes to which this note refers as a whole. A return refers to items instead, and may not do both (rule 1010). */
function referencedDocumentsOf({ purpose, referencedDocuments, referencedAccessKey }: GoodsPayload): string[] {
  if (purpose === 'RETURN') return [];
  return [...(referencedDocuments ?? []), ...(referencedAccessKey ? [referencedAccessKey] : [])];
}

/** The total has at most 13 digits before the point (TDec_1302). */
function checkTotal(total: string): Fault[] {
  if (decimal(total).lte('9999999999999.99')) return [];
  return [refusal('items', `O total da nota, ${total}, passa de 13 dígitos: divida-a em mais notas.`)];
}

/** The caller's text and those of the law must fit together into infCpl (Z03). */
function checkAdditionalInfo(text: string | null): Fault[] {
  const excess = cleanText(text ?? '').length - infCplAtMost;
  if (excess <= 0) return [];
  const message = `Com o que a lei manda imprimir, o texto passa de ${infCplAtMost} caracteres: abrevie-o em ${excess}.`;
  return [refusal('additionalInfo', message)];
}

/** The input of a document that is not issued yet; `issuer` is null while the company has no fiscal settings. */
type Draft = Omit<NoteInput, 'issuer'> & { issuer: Issuer | null };

/**
 * The total of a new document in reais, two decimals: exact where the taxes that are added to it can be ruled out or computed; else the value before
 * them.
 *
 * @throws DomainError with faults of issuer, recipient and moment that no tax could mend; then with those of consumer and payments
 *   (`checkConsumerAndPayments`): `validation_error`, and `invalid_duplicates` or `invalid_payments` where they do not add up to an exact total
 */
export function expectedTotal(draft: Draft): string {
  const { issuer, payload, client } = draft;
  if (issuer) refuseAny(checkParties({ ...draft, issuer }));
  const exact = exactTotal(draft);
  const total = exact ?? valueBeforeTaxesOf(payload);
  refuseAny(checkConsumerAndPayments(payload, { recipient: client, total, isExact: exact !== null, date: null }));
  return total;
}

/**
 * Faults of the parties that only another sale could mend. What the recipient's address lacks is not among them: it can be completed until emission.
 */
function checkParties(input: NoteInput): Fault[] {
  const recipient = recipientOnNote(input);
  const operation = operationOf(input.issuer, recipient, input.payload, input.on);
  return [
    ...checkPurpose(input),
    ...checkRecipient(recipient, operation),
    ...checkPlaceOfOperation({ payload: input.payload, client: recipient, operation }),
  ];
}

/** The exact total; null where taxes may be added and cannot be computed. */
function exactTotal({ issuer, ...draft }: Draft): string | null {
  const { payload, records } = draft;
  if (isTotalKnown(payload, issuer?.settings ?? {}, records)) return valueBeforeTaxesOf(payload);
  return issuer && computedTotal({ ...draft, issuer });
}

function computedTotal(input: NoteInput): string | null {
  try {
    return computeLines(input).totals.note;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Group X of a note. Vehicle and trailers of an interstate operation are left out, and stay in the document's payload alone (X02-20, 868). */
export function transportOf(
  transport: TransportInput | null | undefined,
  { destination }: Pick<Operation, 'destination'>,
): ComputedTransport {
  const { freightType, carrier, trailers, wagon, barge } = transport ?? {};
  const showsPlates = destination !== '2';
  return {
    freightType: freightType ?? 'NO_FREIGHT',
    carrier: carrier ? carrierOf(carrier) : null,
    vehicle: showsPlates ? vehicleOf(transport ?? {}) : null,
    ...(trailers?.length && showsPlates ? { trailers } : {}),
    ...(wagon ? { wagon } : {}),
    ...(barge ? { barge } : {}),
    volume: volumeOf(transport ?? {}),
  };
}

function carrierOf(carrier: CarrierSnapshot): ComputedTransport['carrier'] {
  const { document, name, stateRegistration, address, city, state } = carrier;
  return { document: document || null, name, stateRegistration, address, city, state };
}

/** The vehicle, with its carrier's RNTRC where it has none of its own. */
function vehicleOf({ vehiclePlate, vehicleState, vehicleRntc, carrier }: TransportInput): ComputedTransport['vehicle'] {
  if (!vehiclePlate || !vehicleState) return null;
  return { plate: plainPlate(vehiclePlate), state: vehicleState, rntc: vehicleRntc ?? carrier?.anttCode ?? null };
}

function volumeOf(transport: TransportInput): ComputedTransport['volume'] {
  const { volumeQuantity, volumeSpecies, volumeNetWeight, volumeGrossWeight } = transport;
  const { volumeBrand, volumeNumbering, volumeSeals } = transport;
  const volume = {
    quantity: volumeQuantity ?? null,
    species: volumeSpecies ?? null,
    netWeight: volumeNetWeight ? decimal(volumeNetWeight).toFixed(3) : null,
    grossWeight: volumeGrossWeight ? decimal(volumeGrossWeight).toFixed(3) : null,
    ...(volumeBrand ? { brand: volumeBrand } : {}),
    ...(volumeNumbering ? { numbering: volumeNumbering } : {}),
    ...(volumeSeals?.length ? { seals: volumeSeals } : {}),
  };
  return Object.values(volume).some((value) => value !== null) ? volume : null;
}
