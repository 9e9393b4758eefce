import type { ItemFacts } from '../../../domain/documents/events/reform/note-facts.ts';
import { isReformEventType, reformEvents } from '../../../domain/documents/events/reform/table.ts';
import { otherReason, serviceEvents } from '../../../domain/documents/events/service/table.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { type DocumentEventRequest, documentEventRequest } from '../../../http/requests/document-event.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import type { Field } from '../../forms/fields.ts';
import { fieldsIn } from '../../forms/fields.ts';
import type { Upload } from '../../forms/own-forms.ts';
import { filled, type ValueTree, readValues } from '../../forms/read.ts';
import { failedDeliveryOf, filledPayments } from './non-reform-body.ts';
import { eventGroups, type ShownItems, sure } from './fields.ts';
import type { CompanyEvent } from './words.ts';

/** A form as it was sent. */
type SentForm = { fields: URLSearchParams; files: ReadonlyMap<string, Upload> };

/** The request that a form becomes, and the row numbers of its filled-in items or payments, in their order. */
type EventBody = { body: ValueTree; numbers: number[] };

/**
 * An event as the API takes it.
 *
 * @param eventId for a withdrawal, the event that it withdraws
 * @throws DomainError `validation_error` with each fault beside its field
 */
export function eventRequestIn(
  type: CompanyEvent,
  form: SentForm,
  { items, eventId }: { items: ShownItems; eventId: string },
): { asked: DocumentEventRequest; placed: (error: unknown) => unknown } {
  const fields = fieldsIn(eventGroups(type, items));
  const written = readValues(form.fields, fields);
  refuse(missing(type, form, fields));
  const { body, numbers } = bodyOf(type, written, { items, eventId, files: form.files });
  const placed = (error: unknown): unknown => inForm(error, numbers);
  try {
    return { asked: documentEventRequest(checkedBody('ReformEventRequest', body)), placed };
  } catch (error) {
    throw placed(error);
  }
}

function bodyOf(
  type: CompanyEvent,
  { [sure.name]: _sure, items, failedDelivery, payments, ...said }: ValueTree,
  note: { items: ShownItems; eventId: string; files: SentForm['files'] },
): EventBody {
  const paid = filledPayments(payments);
  const rows = Array.isArray(items) ? (items as unknown[]) : [];
  const named = note.items.flatMap(([number, facts]): ValueTree[] => {
    const row = filled((rows[number] ?? {}) as ValueTree);
    return Object.keys(row).length === 0 ? [] : [{ number, ...row, ...unitOf(type, row, facts) }];
  });
  const isOfItems = isReformEventType(type) && reformEvents[type].says === 'ITEMS';
  const body = {
    ...{ type, ...filled(said) },
    ...(isOfItems ? { items: named } : {}),
    ...(type === 'DELIVERY_FAILURE' ? { failedDelivery: failedDeliveryOf(failedDelivery, note.files) } : {}),
    ...(type === 'PAYMENT_RECONCILIATION' ? { payments: paid.payments } : {}),
    ...(type === 'EVENT_WITHDRAWAL' ? { eventId: note.eventId } : {}),
  };
  return { body, numbers: isOfItems ? named.map(({ number }) => Number(number)) : paid.rows };
}

/** The unit of an item's quantity: the note's, unless another is written. */
function unitOf(type: CompanyEvent, { quantity, unit }: ValueTree, { uCom }: ItemFacts): ValueTree {
  return quantity === undefined || unit !== undefined || !uCom || type === 'PRESUMED_CREDIT' ? {} : { unit: uCom };
}

/** The fields that a person left empty; they are reported before anything else is checked. */
function missing(type: CompanyEvent, { fields: form, files }: SentForm, fields: readonly Field[]): Issue[] {
  const said = (name: string): boolean => (form.get(name) ?? '').trim() !== '' || files.has(name);
  const saying = isReformEventType(type) ? reformEvents[type].says : null;
  if (saying === 'ITEMS') return missingInRows(fields, said, 'Preencha ao menos um item.');
  if (saying === 'PAYMENTS') return missingInRows(fields, said, 'Preencha ao menos um pagamento.');
  const issues = fields.flatMap(({ name, isRequired, kind }): Issue[] => {
    if (!isRequired || said(name)) return [];
    const message =
      kind === 'file' ? 'Escolha o arquivo.' : name === sure.name ? 'Marque que entendeu.' : 'Preencha este campo.';
    return [{ path: name, message }];
  });
  const unsaid = wordsWanted(type, form).filter((name) => !said(name));
  return [...issues, ...unsaid.map((path) => ({ path, message: 'Diga o motivo em palavras.' }))];
}

/** The fields of a reason in words, when the chosen reason is another one. */
function wordsWanted(type: CompanyEvent, form: URLSearchParams): string[] {
  if (type === 'DELIVERY_FAILURE') {
    return form.get('failedDelivery.reason') === 'OTHER' ? ['failedDelivery.justification'] : [];
  }
  const isOther = type === 'SERVICE_REJECTION' && form.get('reason') === otherReason;
  return isOther && serviceEvents[type].words === 'WITH_OTHER' ? ['justification'] : [];
}

/** What is missing in the filled-in rows; blank rows are not meant. */
function missingInRows(fields: readonly Field[], said: (name: string) => boolean, nothing: string): Issue[] {
  const rows = Map.groupBy(fields, ({ name }) => name.slice(0, name.indexOf('.')));
  const meant = [...rows.values()].filter((row) => row.some(({ name }) => said(name)));
  const [first] = fields;
  if (meant.length === 0) return first ? [{ path: first.name, message: nothing }] : [];
  return meant.flatMap((row) => [
    ...row.flatMap(({ name, isRequired, isWantedWithOthers }) =>
      (isRequired || isWantedWithOthers) && !said(name) ? [{ path: name, message: 'Preencha este campo também.' }] : [],
    ),
    ...missingShares(row, said),
  ]);
}

/** What is missing of a presumed credit: it has IBS, CBS or both, each with its rate and its value. */
function missingShares(row: readonly Field[], said: (name: string) => boolean): Issue[] {
  const shares = row.filter(({ name }) => /\.(rate|value)$/.test(name)).map(({ name }) => name);
  const [first] = shares;
  if (first === undefined) return [];
  if (!shares.some(said)) return [{ path: first, message: 'Diga o crédito de IBS, o de CBS, ou ambos.' }];
  return shares.flatMap((name) => {
    const other = name.endsWith('.rate') ? name.replace(/rate$/, 'value') : name.replace(/value$/, 'rate');
    return said(other) && !said(name) ? [{ path: name, message: 'Preencha este campo também.' }] : [];
  });
}

/** The same fault by the form's names: each item by its number in the note, each payment by its row. */
function inForm(error: unknown, numbers: readonly number[]): unknown {
  if (!(error instanceof DomainError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: issue.path
      .replace(/^(items|payments)\[(\d+)\]/, (all, list: string, at: string) => {
        const number = numbers[Number(at)];
        return number === undefined ? all : `${list}[${number}]`;
      })
      .replace(/^failedDelivery\.attemptedAt$/, 'failedDelivery.attemptedOn')
      .replace(/^failedDelivery\.proof\..*$/, 'failedDelivery.proof')
      .replace(/\.(ibs|cbs)$/, '.$1.rate'),
  }));
  return new DomainError(error.code, error.message, { issues, cause: error });
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new DomainError('validation_error', 'Há campos que não podem ficar assim.', { issues });
}
