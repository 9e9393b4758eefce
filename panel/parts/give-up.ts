import type { NumberGap } from '../../domain/closings/summary.ts';

/** What the address of the inutilizations says so that their form is filled in. */
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
