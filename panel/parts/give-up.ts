import type { NumberGap } from '../../domain/closings/summary.ts';

/** The query that fills in the form of the inutilizations. */
export function proposedRange(proposal: NonNullable<NumberGap['proposal']>): string {
  const { model, series, startNumber, endNumber, justification } = proposal;
  return new URLSearchParams({
    modelo: model,
    serie: String(series),
    de: String(startNumber),
    ate: String(endNumber),
    motivo: justification,
  }).toString();
}
