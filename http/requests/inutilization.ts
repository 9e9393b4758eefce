import { checkRange } from '../../domain/documents/inutilization.entity.ts';
import type { InutilizationRequest } from '../../operations/inutilization/reserve.ts';
import type { Schema } from '../schema.ts';
import { justificationOf } from './authority-text.ts';

/** The range of a body; of an NF-e by default. @throws DomainError `validation_error` */
export function inutilizationRequest(body: Schema<'InutilizationRequest'>): InutilizationRequest {
  checkRange(body);
  const { model, series, startNumber, endNumber } = body;
  return { model: model ?? '55', series, startNumber, endNumber, justification: justificationOf(body) };
}
