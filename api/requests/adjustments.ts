import { DomainError } from '../../domain/errors.ts';
import type { Schema } from '../operations.ts';

const adjustmentFields = ['rtcCreditType', 'rtcDebitType', 'referencedAccessKey'] as const;
const itemAdjustmentFields = ['adjustment', 'creditReversal', 'zfmPresumedCredit', 'referencedItem'] as const;

/**
 * Adjustment documents of IBS and CBS are in the contract and not issued yet; nothing that was sent is ignored.
 *
 * @throws DomainError `unsupported_document_type`
 */
export function refuseAdjustments(body: Schema<'FiscalDocumentCreation'>): void {
  const paths = [
    ...adjustmentFields.filter((field) => body[field]),
    ...body.items.flatMap((item, index) =>
      itemAdjustmentFields.filter((field) => item[field]).map((field) => `items[${index}].${field}`),
    ),
  ];
  if (paths.length === 0) return;
  const message =
    'Notas de crédito e de débito de IBS e CBS ainda não são emitidas por esta versão: não envie este campo';
  const issues = paths.map((path) => ({ path, message }));
  throw new DomainError('unsupported_document_type', `${paths[0]}: ${message}.`, { issues });
}
