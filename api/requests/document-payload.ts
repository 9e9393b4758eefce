import type { AskedPayload, ItemInput, PaymentInput } from '../../domain/documents/payload.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import { unitCode } from '../../domain/products/unit-code.ts';
import { taxFieldNames } from '../../domain/taxation/fields.ts';
import type { Schema } from '../operations.ts';
import { decimalText, given } from './decimal-text.ts';
import { declaredInput } from './declared-input.ts';
import type { Found } from './references.ts';
import { transportInput } from './transport-input.ts';

/**
 * What is kept of a creation request: the document asked for, its numbers as decimal strings, and copied into it what it takes of the
 * records it names but their taxes (docs/decisions/0025). What neither says is left empty, and refused by `checkPayload`.
 */
export function documentPayload(body: Schema<'FiscalDocumentCreation'>, found: Found): AskedPayload {
  const { type, items, payments, duplicates, transport, referencedDocuments } = body;
  const { purpose, operationType, finalConsumer } = body;
  return {
    type,
    operationNature: body.operationNature ?? found.template?.operationNature ?? '',
    items: items.map((item) => itemInput(item, found.products(item.productId))),
    ...(payments ? { payments: payments.map(paymentInput) } : {}),
    ...(duplicates ? { duplicates: duplicates.map(duplicateInput) } : {}),
    ...(transport ? { transport: transportInput(transport, found.carriage) } : {}),
    ...(referencedDocuments ? { referencedDocuments } : {}),
    ...(purpose ? { purpose } : {}),
    ...(operationType ? { operationType } : {}),
    ...(typeof finalConsumer === 'boolean' ? { finalConsumer } : {}),
    ...given(body, ['templateId', 'taxRuleId', 'discount', 'additionalInfo', 'presence']),
    ...given(body, ['rtcCreditType', 'rtcDebitType', 'referencedAccessKey']),
  };
}

function itemInput(item: Schema<'ItemInput'>, product: Product | undefined): ItemInput {
  const sold = product?.normal();
  const { unitValue = sold?.salePrice } = given(item, ['unitValue']);
  return {
    code: item.code ?? sold?.code ?? '',
    description: item.description ?? sold?.name ?? '',
    quantity: decimalText(item.quantity),
    unitValue: unitValue ?? '',
    ...given({ unit: item.unit ?? (sold && unitCode(sold.commercialUnit)) }, ['unit']),
    ...given({ gtin: item.gtin ?? sold?.gtin }, ['gtin']),
    ...given(item, ['productId', 'taxRuleId', 'additionalInfo']),
    ...given(item, ['discount', 'freight', 'insurance', 'otherCosts']),
    ...given(item, taxFieldNames),
    ...declaredInput(item),
  };
}

function paymentInput({ method, value, description, card }: Schema<'PaymentInput'>): PaymentInput {
  return {
    method,
    value: decimalText(value),
    ...given({ description }, ['description']),
    ...(card ? { card } : {}),
  };
}

function duplicateInput({ number, dueDate, value }: Schema<'DuplicateInput'>) {
  return { dueDate, value: decimalText(value), ...given({ number }, ['number']) };
}
