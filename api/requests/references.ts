import type { DocumentPayload } from '../../domain/documents/payload.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import type { Schema } from '../operations.ts';

type Reference = { code: ErrorCode; path: string; id: string | null | undefined; what: string };

/**
 * Refuses records that are not the company's. Templates, tax rules, products and carriers cannot be kept yet, so that every id is nobody's;
 * their lookups come in here.
 *
 * @throws DomainError with the code of the first
 */
export function refuseForeignRecords(payload: DocumentPayload): void {
  const named = referencesOf(payload).filter(({ id }) => id);
  const [first] = named;
  if (!first) return;
  const issues = named.map(({ path, what }) => ({ path, message: `não é de ${what} desta empresa` }));
  throw new DomainError(first.code, `${first.path} não é de ${first.what} desta empresa.`, { issues });
}

function referencesOf({ templateId, taxRuleId, transport, items }: DocumentPayload): Reference[] {
  return [
    { code: 'invalid_template', path: 'templateId', id: templateId, what: 'um modelo fiscal' },
    { code: 'invalid_tax_rule', path: 'taxRuleId', id: taxRuleId, what: 'uma regra tributária' },
    { code: 'invalid_carrier', path: 'transport.carrierId', id: transport?.carrierId, what: 'uma transportadora' },
    ...items.flatMap((item, index): Reference[] => [
      { code: 'invalid_product', path: `items[${index}].productId`, id: item.productId, what: 'um produto' },
      { code: 'invalid_tax_rule', path: `items[${index}].taxRuleId`, id: item.taxRuleId, what: 'uma regra tributária' },
    ]),
  ];
}

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
