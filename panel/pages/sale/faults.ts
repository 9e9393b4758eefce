import type { DocumentType } from '../../../domain/document-types.ts';
import { DomainError } from '../../../domain/errors.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { refusedForm } from '../../forms/read.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { taxFieldTitles } from '../../parts/tax-words.ts';
import { rowCounts } from './body.ts';
import { fieldsOf } from './fields.ts';

/** The field beside which a fault of a whole group or list is shown. */
const placesOf: Readonly<Record<string, string>> = {
  client: 'client.name',
  clientId: 'client.name',
  items: 'items[0].description',
  payments: 'payments[0].value',
  duplicates: 'duplicates[0].value',
  'service.place': 'service.place.municipalityCode',
  governmentPurchase: 'governmentPurchase.entity',
  withheldTaxes: 'withheldTaxes.pis',
  'service.approximateTaxes': 'service.approximateTaxes.federalValue',
  'service.ibsCbs': 'service.ibsCbs.operation',
  'service.ibsCbs.recipient': 'service.ibsCbs.recipient.name',
  'service.ibsCbs.property': 'service.ibsCbs.property.cib',
  'service.ibsCbs.property.address': 'service.ibsCbs.property.address.street',
  'service.ibsCbs.reimbursements': 'service.ibsCbs.reimbursements[0].value',
  'service.deductions': 'service.deductions.rate',
  'service.deductions.documents': 'service.deductions.documents[0].value',
  delivery: 'delivery.street',
  transitPermit: 'transitPermit.kind',
  legalProcesses: 'legalProcesses[0].number',
  movementDateTime: 'movementDateTime.day',
  issqn: 'issqn.performedOn',
  sugarCane: 'sugarCane.harvest',
  replaces: 'replaces.reason',
  'replaces.documentId': 'replaces.reason',
  'replaces.accessKey': 'replaces.reason',
};

/**
 * The form with every fault beside its field; a fault of something that the form does not show goes above it, with the number of its item.
 *
 * @throws `error` itself when it is none that a person can mend
 */
export function faultsIn(error: unknown, type: DocumentType, written: FieldTexts): FormState {
  const fields = fieldsOf(type, rowCounts(written));
  const names = new Set(fields.map(({ name }) => name));
  const { faults, fault } = refusedForm(placed(error, names), new URLSearchParams(), fields);
  return { values: written, faults, fault };
}

/** The form as written, without any fault. */
export function withoutFaults(written: FieldTexts): FormState {
  return unsent(written);
}

function placed(error: unknown, names: ReadonlySet<string>): unknown {
  if (!(error instanceof DomainError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => {
    const { path } = issue;
    const [, line] = /^items\[(\d+)\]/.exec(path) ?? [];
    const place = placeOf(path);
    if (names.has(place)) return { ...issue, path: place };
    return { ...issue, message: `${wordsOf(path, line)}${issue.message}` };
  });
  return new DomainError(error.code, error.message, { issues, cause: error });
}

function placeOf(path: string): string {
  if (/^items\[\d+\]$/.test(path)) return `${path}.description`;
  return (
    placesOf[path] ??
    path
      .replace(/^(items\[\d+\]\.issqn)$/, '$1.serviceCode')
      .replace(/(\.(?:pisSt|cofinsSt|operationPresumedCredit\.(?:ibs|cbs)))$/, '$1.rate')
      .replace(/(\.operationPresumedCredit)$/, '$1.creditCode')
      .replace(/(\.freeTradeArea)$/, '$1.application')
      .replace(/(\.icmsPartition)$/, '$1.ownBasePercent')
      .replace(/(\.(?:destinationSt|retainedSt))$/, '$1.base')
      .replace(/(\.(?:remark|taxOfficeRemark))$/, '$1.field')
      .replace(/(\.vehicle)$/, '$1.sale')
      .replace(/(\.furtherPresumedCredits)\b.*$/, '$1')
      .replace(/^(remarks|taxOfficeRemarks|pesticidePrescriptions)\b.*$/, '$1')
      .replace(/^(legalProcesses\[\d+\])$/, '$1.number')
      .replace(/^(sugarCane\.(?:deliveries|deductions))\b.*$/, '$1')
      .replace(/\.card$/, '.card.integration')
      .replace(/\.referencedItem$/, '.referencedItem.accessKey')
      .replace(/^transport\.trailers\b.*$/, 'transport.trailers')
      .replace(/(\.reimbursements\[\d+\])$/, '$1.value')
      .replace(/(\.deductions\.documents\[\d+\])$/, '$1.nfseKey')
      .replace(/(\.deductions\.documents\[\d+\]\.municipalNfse)$/, '$1.number')
      .replace(/(\.(?:reimbursements|documents)\[\d+\]\.supplier)$/, '$1.name')
      .replace(/(\.reimbursements\[\d+\]\.(?:fiscalDocument|otherDocument))$/, '$1.number')
      .replace(/(\.reimbursements\[\d+\]\.otherKey)$/, '$1.key')
  );
}

function wordsOf(path: string, line: string | undefined): string {
  const field = path.slice(path.lastIndexOf('.') + 1);
  const title = Object.hasOwn(taxFieldTitles, field) ? taxFieldTitles[field as keyof typeof taxFieldTitles] : null;
  if (line === undefined) return title ? `${title}: ` : '';
  return `Item ${Number(line) + 1}${title ? `, ${title}` : ''}: `;
}
