import { type ClientRecord, clientRecord } from '../../../domain/clients/change.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import type { DocumentInFull } from '../../../operations/documents/find-document.ts';
import { keptSale } from '../../../operations/documents/sale-request.ts';
import { formTexts } from '../../forms/read.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { toForm } from './conversions.ts';
import { deductionList } from './deduction-fields.ts';
import { fieldsOf } from './fields.ts';
import { processList } from './regulated-fields.ts';
import { reimbursementList } from './service-ibs-cbs.ts';
import { carrier, usualOf } from './whole-fields.ts';

/** The empty form of a sale of this type. */
export function emptySale(type: DocumentType, chave: string): FieldTexts {
  const start: FieldTexts = { chave, 'items[0].quantity': '1', 'items[0].description': '' };
  if (type === 'NFSE') return start;
  return { ...start, 'items[0].unit': 'UN', 'payments[0].method': type === 'NFCE' ? 'CASH' : '' };
}

/** The form of a stored sale. `was` of a row is its place in the stored list. */
export function saleValues({ document, payload }: Pick<DocumentInFull, 'document' | 'payload'>): FieldTexts {
  const { type, clientSnapshot, externalId = null } = document;
  const asked = keptSale(payload);
  const sale = { ...toForm(asked), client: clientRecordOf(clientSnapshot), externalId };
  const payments = payload.type === 'NFSE' ? [] : (payload.payments ?? []);
  const duplicates = payload.type === 'NFSE' ? [] : (payload.duplicates ?? []);
  const service = asked.type === 'NFSE' ? asked.service : null;
  const [passedOn, deducted] = [service?.ibsCbs?.reimbursements ?? [], service?.deductions?.documents ?? []];
  const processes = asked.type === 'NFSE' ? [] : (asked.legalProcesses ?? []);
  const rows = {
    ...{ items: payload.items.length, payments: payments.length, duplicates: duplicates.length },
    ...{ [reimbursementList]: passedOn.length, [deductionList]: deducted.length, [processList]: processes.length },
  };
  const { clientId } = payload;
  return {
    ...withoutUsual(type, formTexts(sale, fieldsOf(type, rows))),
    ...(clientId ? { clientId, clientName: clientSnapshot.name } : {}),
    ...carrierName(payload),
    ...Object.fromEntries(
      payload.items.flatMap(({ productId }, at): [string, string][] => [
        [`items[${at}].was`, String(at)],
        ...(productId ? [[`items[${at}].productId`, productId] satisfies [string, string]] : []),
      ]),
    ),
    ...Object.fromEntries(payments.map((_payment, at) => [`payments[${at}].was`, String(at)])),
    ...Object.fromEntries(passedOn.map((_one, at) => [`${reimbursementList}[${at}].was`, String(at)])),
    ...Object.fromEntries(deducted.map((_one, at) => [`${deductionList}[${at}].was`, String(at)])),
  };
}

/**
 * The form of an NFS-e that replaces another: the same service, on the day on which the replaced note says that it began.
 *
 * @param isNamedOnce whether the company allows one document for each external id: the replaced note already has it
 */
export function replacingValues(note: DocumentInFull, { chave, isNamedOnce }: Replacing): FieldTexts {
  const { computed } = note;
  const { externalId = '', 'service.competence': said, ...written } = saleValues(note);
  const began = computed?.model === null ? computed.competence : '';
  return { ...written, chave, externalId: isNamedOnce ? '' : externalId, 'service.competence': said || began };
}

type Replacing = { chave: string; isNamedOnce: boolean };

/** Leaves out what equals the first choice of its field. */
function withoutUsual(type: DocumentType, values: FieldTexts): FieldTexts {
  const usual = usualOf(type);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, usual[name] === value ? '' : value]));
}

function carrierName(payload: DocumentInFull['payload']): FieldTexts {
  const name = payload.type === 'NFSE' ? null : payload.transport?.carrier?.name;
  return name ? { [carrierNameField]: name } : {};
}

/** The field that holds the name of the chosen carrier. */
export const carrierNameField = `${carrier.name}.name`;

/** The client of a document in the form of a client record. */
export function clientRecordOf({ id: _id, ...snapshot }: ClientSnapshot): ClientRecord {
  return clientRecord(snapshot);
}
