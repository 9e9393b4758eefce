import type { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { explainRejection } from '../../domain/sefaz/explain-rejection.ts';
import type { Schema } from '../operations.ts';
import { waitingAttemptView } from './waiting.ts';

/** A range of numbers that is given up (spec 1-core §2.4). */
export function inutilizationView(range: Inutilization): Schema<'Inutilization'> {
  const { id, series, model, startNumber, endNumber, year, status, justification } = range;
  return {
    id,
    series,
    model,
    startNumber,
    endNumber,
    year,
    status,
    protocol: range.protocol ?? null,
    justification,
    inutilizationDate: range.inutilizationDate?.toISOString() ?? null,
    createdAt: range.createdAt.toISOString(),
    waiting: waitingAttemptView('inutilization', range),
    ...(status === 'REJECTED' ? { rejection: explainRejection(range.cStat ?? null, range.reason ?? '') } : {}),
  };
}
