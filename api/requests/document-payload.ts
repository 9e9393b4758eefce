import { plainPlate } from '../../domain/carriers/plate.ts';
import type { DocumentPayload, ItemInput, PaymentInput, TransportInput } from '../../domain/documents/payload.ts';
import { taxFieldNames } from '../../domain/taxation/fields.ts';
import type { Schema } from '../operations.ts';
import { decimalText, given } from './decimal-text.ts';

/** What is kept of a creation request: the document asked for, its numbers as decimal strings. */
export function documentPayload(body: Schema<'FiscalDocumentCreation'>): DocumentPayload {
  const { type, operationNature, items, payments, duplicates, transport, referencedDocuments } = body;
  const { purpose, operationType, finalConsumer } = body;
  return {
    type,
    operationNature,
    items: items.map(itemInput),
    ...(payments ? { payments: payments.map(paymentInput) } : {}),
    ...(duplicates ? { duplicates: duplicates.map(duplicateInput) } : {}),
    ...(transport ? { transport: transportInput(transport) } : {}),
    ...(referencedDocuments ? { referencedDocuments } : {}),
    ...(purpose ? { purpose } : {}),
    ...(operationType ? { operationType } : {}),
    ...(typeof finalConsumer === 'boolean' ? { finalConsumer } : {}),
    ...given(body, ['templateId', 'taxRuleId', 'discount', 'additionalInfo', 'presence']),
  };
}

function itemInput(item: Schema<'ItemInput'>): ItemInput {
  return {
    code: item.code,
    description: item.description,
    quantity: decimalText(item.quantity),
    unitValue: decimalText(item.unitValue),
    ...given(item, ['unit', 'productId', 'taxRuleId', 'gtin', 'additionalInfo']),
    ...given(item, ['discount', 'freight', 'insurance', 'otherCosts']),
    ...given(item, taxFieldNames),
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

function transportInput(transport: NonNullable<Schema<'TransportInput'>>): TransportInput {
  const { freightType, volumeQuantity, vehiclePlate, vehicleState } = transport;
  return {
    ...given(transport, ['freightValue', 'carrierId', 'volumeSpecies', 'volumeGrossWeight', 'volumeNetWeight']),
    ...(freightType ? { freightType } : {}),
    ...(typeof volumeQuantity === 'number' ? { volumeQuantity } : {}),
    ...(vehiclePlate ? { vehiclePlate: plainPlate(vehiclePlate) } : {}),
    ...(vehicleState ? { vehicleState: vehicleState.toUpperCase() } : {}),
  };
}
