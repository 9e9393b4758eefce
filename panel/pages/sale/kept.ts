import { type ClientRecord, recordOf } from '../../../domain/clients/change.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import type { DocumentInFull } from '../../../operations/documents/find-document.ts';
import { keptSale } from '../../../operations/documents/sale-request.ts';
import { valuesOf } from '../../forms/read.ts';
import type { Written } from '../../forms/rows.ts';
import { asWritten } from './conversions.ts';
import { deductionList } from './deduction-fields.ts';
import { fieldsOf } from './fields.ts';
import { processList } from './regulated-fields.ts';
import { reimbursementList } from './service-ibs-cbs.ts';
import { carrier, usualOf } from './whole-fields.ts';

/** A form of that type that nobody has filled in. */
export function emptySale(type: DocumentType, chave: string): Written {
  const start: Written = { chave, 'items[0].quantity': '1', 'items[0].description': '' };
  if (type === 'NFSE') return start;
  return { ...start, 'items[0].unit': 'UN', 'payments[0].method': type === 'NFCE' ? 'CASH' : '' };
}

/** The form of a sale that a document keeps; each row says which it was. */
export function keptValues({ document, payload }: Pick<DocumentInFull, 'document' | 'payload'>): Written {
  const { type, clientSnapshot, externalId = null } = document;
  const asked = keptSale(payload);
  const sale = { ...asWritten(asked), client: clientRecordOf(clientSnapshot), externalId };
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
    ...withoutUsual(type, valuesOf(sale, fieldsOf(type, rows))),
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
 * The form of an NFS-e that is to take the place of another: the same service, of the day on which the first says that it began.
 *
 * @param isNamedOnce whether the company wants one document for one order: the first has its number
 */
export function replacingValues(note: DocumentInFull, { chave, isNamedOnce }: Replacing): Written {
  const { computed } = note;
  const { externalId = '', 'service.competence': said, ...written } = keptValues(note);
  const began = computed?.model === null ? computed.competence : '';
  return { ...written, chave, externalId: isNamedOnce ? '' : externalId, 'service.competence': said || began };
}

type Replacing = { chave: string; isNamedOnce: boolean };

/** What a form shows as its first choice is not said. */
function withoutUsual(type: DocumentType, values: Written): Written {
  const usual = usualOf(type);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, usual[name] === value ? '' : value]));
}

function carrierName(payload: DocumentInFull['payload']): Written {
  const name = payload.type === 'NFSE' ? null : payload.transport?.carrier?.name;
  return name ? { [carrierNameField]: name } : {};
}

/** Where the form keeps the name of the carrier that it chose. */
export const carrierNameField = `${carrier.name}.name`;

/** The client of a document as the fields of a record. */
export function clientRecordOf({ id: _id, ...snapshot }: ClientSnapshot): ClientRecord {
  return recordOf(snapshot);
}
