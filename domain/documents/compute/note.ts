import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import { type Fault, joined, refuseAny } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { cleanText } from '../../xml/clean-text.ts';
import { payloadFaults } from '../check/payload.ts';
import { checkReturnedValues } from '../check/returned-values.ts';
import { checkSale } from '../check/sale.ts';
import type { ComputedNote, TakenPlace } from '../computed-note.ts';
import type { GoodsPayload } from '../payload.ts';
import type { Place } from '../place.ts';
import { invoiceOf } from './invoice.ts';
import { additionalInfoOf } from './legal-texts.ts';
import { computeLines } from './lines.ts';
import type { NoteInput } from './note-input.ts';
import { changeGivenBack, paymentsOf } from './payments.ts';
import { presenceOf } from './presence.ts';
import { tradeOf } from './trade.ts';
import { transportOf } from './transport.ts';

export type { NoteInput } from './note-input.ts';

const infCplAtMost = 5000;

/**
 * Computes the whole note from the input: taxes resolved with their sources, amounts, totals, payments, texts. `faults` that were found
 * before are told with new ones.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest: form (`validation_error`), then `invalid_cest`,
 *   `invalid_cfop`, `invalid_taxation`; then, without those, sums that do not add up: `invalid_duplicates`, `invalid_payments`
 */
export function computeNote(input: NoteInput, faults: Fault[] = []): ComputedNote {
  const { issuer, payload } = input;
  const { operation, recipient, items, totals } = computeLines(input, joined(faults, payloadFaults(payload)));
  const additionalInfo = additionalInfoOf(payload.additionalInfo, items, totals);
  refuseAny([
    ...checkTotal(totals.note),
    ...checkReturnedValues({ ...operation, totals }, input.origins),
    ...checkAdditionalInfo(additionalInfo),
    ...checkSale(payload, { recipient, total: totals.note, isExact: true, date: operation.date }),
  ]);

  return {
    model: operation.model,
    issuer,
    recipient,
    operationNature: payload.operationNature,
    operationType: operation.direction,
    purpose: operation.purpose,
    ...(operation.adjustment ? { adjustmentType: operation.adjustment.type } : {}),
    destination: operation.destination,
    finalConsumer: operation.finalConsumer,
    presence: presenceOf(payload, operation),
    ...placesOf(payload, issuer, recipient),
    items,
    totals,
    payments: paymentsOf(payload, totals.note),
    change: changeGivenBack(payload, totals.note),
    invoice: invoiceOf(payload, totals.note),
    transport: transportOf(payload.transport, operation),
    referencedDocuments: referencedDocumentsOf(payload),
    additionalInfo,
    ...tradeOf(payload, issuer, recipient),
  };
}

/** Who hands the goods over where they are picked up is the issuer unless said otherwise, who takes them the recipient. */
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

/** NFref: the documents that the note as a whole refers to; a return refers to items instead, and may not do both (rule 1010). */
function referencedDocumentsOf({ purpose, referencedDocuments, referencedAccessKey }: GoodsPayload): string[] {
  if (purpose === 'RETURN') return [];
  return [...(referencedDocuments ?? []), ...(referencedAccessKey ? [referencedAccessKey] : [])];
}

/** 13 digits before the point (TDec_1302). */
function checkTotal(total: string): Fault[] {
  if (decimal(total).lte('9999999999999.99')) return [];
  return [
    {
      code: 'validation_error',
      path: 'items',
      message: `O total da nota, ${total}, passa de 13 dígitos: divida-a em mais notas.`,
    },
  ];
}

/** The caller's text and those of the law must fit together into infCpl (Z03). */
function checkAdditionalInfo(text: string | null): Fault[] {
  const excess = cleanText(text ?? '').length - infCplAtMost;
  if (excess <= 0) return [];
  const message = `Com o que a lei manda imprimir, o texto passa de ${infCplAtMost} caracteres: abrevie-o em ${excess}.`;
  return [{ code: 'validation_error', path: 'additionalInfo', message }];
}
