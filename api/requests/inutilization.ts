import { checkRange } from '../../domain/inutilizations/check-range.ts';
import type { AskedRange } from '../../operations/inutilization/reserve-range.ts';
import type { Schema } from '../operations.ts';
import { justificationOf } from './authority-text.ts';

/** @throws DomainError `validation_error` */
export function askedRange(body: Schema<'InutilizationRequest'>): AskedRange {
  checkRange(body);
  const { model, series, startNumber, endNumber } = body;
  return { model: model ?? '55', series, startNumber, endNumber, justification: justificationOf(body) };
}
