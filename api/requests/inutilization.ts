import { checkRange } from '../../domain/inutilizations/check-range.ts';
import type { AskedInutilization } from '../../operations/inutilization/reserve.ts';
import type { Schema } from '../operations.ts';
import { justificationOf } from './authority-text.ts';

/** @throws DomainError `validation_error` */
export function askedInutilization(body: Schema<'InutilizationRequest'>): AskedInutilization {
  checkRange(body);
  const { model, series, startNumber, endNumber } = body;
  return { model: model ?? '55', series, startNumber, endNumber, justification: justificationOf(body) };
}
