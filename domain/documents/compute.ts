import { DateTime } from 'luxon';
import type { ClientSnapshot } from '../clients/snapshot.ts';
import type { Issuer } from '../companies/settings.ts';
import { decimal } from '../money.ts';
import type { ComputedNote } from '../nfe/note.ts';
import { type Fault, refuseAny } from '../taxation/fault.ts';
import type { TaxTrace } from '../taxation/fields.ts';
import { levelsOf } from '../taxation/levels.ts';
import { checkLine, resolveLine } from '../taxation/line.ts';
import type { Operation } from '../taxation/operation.ts';
import { type RateTables, shippedRates } from '../taxation/rate-tables.ts';
import type { TaxedBy, TaxRecords } from '../taxation/records.ts';
import { sourceInWords } from '../taxation/source-in-words.ts';
import type { TaxFault } from '../taxation/tax-fault.ts';
import { totalsOf } from '../taxation/totals.ts';
import { checkAmounts } from './check-amounts.ts';
import { payloadFaults } from './check-payload.ts';
import { computeItem } from './compute-item.ts';
import { invoiceOf } from './invoice.ts';
import { additionalInfoOf } from './legal-texts.ts';
import { linesOf } from './lines.ts';
import { operationOf } from './operation.ts';
import type { DocumentPayload } from './payload.ts';
import { paymentsOf } from './payments.ts';
import { checkRecipient } from './recipient-check.ts';
import { transportOf } from './transport.ts';

export type NoteInput = {
  issuer: Issuer;
  client: ClientSnapshot;
  payload: DocumentPayload;
  /** The kept records that the payload names; absent where it names none. */
  records?: TaxRecords;
  /** The tables of rates in force; absent are those that this version ships. */
  rates?: RateTables;
  /** Instant of issue: rates and due dates are judged on this day of the issuer's clock. */
  on: Date;
};

/**
 * The whole note from what was asked: taxes resolved with their sources, amounts, totals, payments, texts.
 *
 * @throws DomainError with every fault in `issues` and the code of the gravest: form (`validation_error`), then `invalid_cest`,
 *   `invalid_cfop`, `invalid_taxation`; and when the taxes stand, what does not add up: `invalid_duplicates`, `invalid_payments`
 */
export function computeNote({ issuer, client, payload, records, rates = shippedRates, on }: NoteInput): ComputedNote {
  const operation: Operation = { ...operationOf(issuer, client, payload, on), rates };
  const levels = levelsOf({ items: payload.items, records, company: issuer.settings.taxDefaults }, operation);
  const resolved = levels.map(({ levels, taxedBy }) => ({ trace: resolveLine(levels, operation), taxedBy }));
  refuseAny([
    ...payloadFaults(payload),
    ...checkRecipient(client, operation),
    ...resolved.flatMap(({ trace, taxedBy }, index) =>
      checkLine(trace, operation).map((fault) => ({
        code: codeOf(fault.field, trace),
        path: `items[${index}].${fault.field}`,
        message: withSource(fault, trace, taxedBy),
      })),
    ),
  ]);

  const lines = linesOf(payload);
  const items = payload.items.flatMap((item, index) => {
    const [line, resolution] = [lines[index], resolved[index]];
    return line && resolution ? [computeItem({ item, number: index + 1, line, ...resolution }, operation)] : [];
  });
  const totals = totalsOf(items);
  refuseAny([...checkTotal(totals.note), ...checkAmounts(payload, totals.note), ...checkDueDates(payload, operation)]);

  return {
    model: '55',
    issuer,
    recipient: client,
    operationNature: payload.operationNature,
    operationType: operation.direction,
    purpose: operation.purpose,
    destination: operation.destination,
    finalConsumer: operation.finalConsumer,
    presence: payload.presence ?? defaultPresence(operation),
    items,
    totals,
    payments: paymentsOf(payload, totals.note),
    change: null,
    invoice: invoiceOf(payload, totals.note),
    transport: transportOf(payload.transport, operation),
    referencedDocuments: payload.referencedDocuments ?? [],
    additionalInfo: additionalInfoOf(payload.additionalInfo, items, totals),
  };
}

/** What is wrong, and where it was said when it was not on the item: there it has to be mended. */
function withSource({ field, message }: TaxFault, trace: TaxTrace, taxedBy: TaxedBy): string {
  const source = trace[field] && sourceInWords(trace[field].source, taxedBy);
  return source ? `${message} O valor vem ${source}.` : message;
}

function codeOf(field: TaxFault['field'], trace: TaxTrace): Fault['code'] {
  if (field === 'cfop') return 'invalid_cfop';
  return field === 'cest' && trace.cest ? 'invalid_cest' : 'invalid_taxation';
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

/** Not before the day of issue and not more than ten years after it (rules 797 and 900). */
function checkDueDates({ duplicates }: DocumentPayload, { date }: Operation): Fault[] {
  const latest = DateTime.fromISO(date).plus({ years: 10 }).toISODate() ?? date;
  return (duplicates ?? []).flatMap(({ dueDate }, index) => {
    if (dueDate >= date && dueDate <= latest) return [];
    const message = `O vencimento vai do dia da emissão, ${date}, até dez anos depois; veio ${dueDate}.`;
    return [{ code: 'validation_error' as const, path: `duplicates[${index}].dueDate`, message }];
  });
}

/** indPres: a complement or adjustment has no counter; a sale that does not say where it was made was not made at the counter. */
function defaultPresence({ purpose }: Operation): string {
  return purpose === 'COMPLEMENTARY' || purpose === 'ADJUSTMENT' ? '0' : '9';
}
