import { type ClientRecord, recordOf } from '../../../domain/clients/change.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import type { DocumentInFull } from '../../../operations/documents/find-document.ts';
import { keptSale } from '../../../operations/documents/sale-request.ts';
import { valuesOf } from '../../forms/read.ts';
import type { Written } from '../../forms/rows.ts';
import { fieldsOf } from './fields.ts';

/** A form of that type that nobody has filled in. */
export function emptySale(type: DocumentType, chave: string): Written {
  const start: Written = { chave, 'items[0].quantity': '1', 'items[0].description': '' };
  if (type === 'NFSE') return start;
  return {
    ...start,
    operationNature: 'Venda de mercadoria',
    'items[0].unit': 'UN',
    'payments[0].method': type === 'NFCE' ? 'CASH' : '',
  };
}

/** The form of a sale that a document keeps; each row says which it was. */
export function keptValues({ document, payload }: Pick<DocumentInFull, 'document' | 'payload'>): Written {
  const { type, clientSnapshot, externalId = null } = document;
  const sale = { ...keptSale(payload), client: clientRecordOf(clientSnapshot), externalId };
  const payments = payload.type === 'NFSE' ? [] : (payload.payments ?? []);
  const duplicates = payload.type === 'NFSE' ? [] : (payload.duplicates ?? []);
  const rows = { items: payload.items.length, payments: payments.length, duplicates: duplicates.length };
  const { clientId } = payload;
  return {
    ...valuesOf(sale, fieldsOf(type, rows)),
    ...(clientId ? { clientId, clientName: clientSnapshot.name } : {}),
    ...Object.fromEntries(
      payload.items.flatMap(({ productId }, at): [string, string][] => [
        [`items[${at}].was`, String(at)],
        ...(productId ? [[`items[${at}].productId`, productId] satisfies [string, string]] : []),
      ]),
    ),
    ...Object.fromEntries(payments.map((_payment, at) => [`payments[${at}].was`, String(at)])),
  };
}

/** The client of a document as the fields of a record. */
export function clientRecordOf({ id: _id, ...snapshot }: ClientSnapshot): ClientRecord {
  return recordOf(snapshot);
}
