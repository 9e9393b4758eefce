import { type DocumentType, type Model, traitsOf } from '../document-types.ts';
import { mostNumbers } from '../documents/inutilization.entity.ts';
import type { NumberGap, NumberRange } from './summary.ts';

/** A series, and the taxpayer whose series it is. */
export type NumberedBy = { type: DocumentType; series: number; taxId: string };

/** How many requests a gap may take: a wider one comes from numbering that was set elsewhere, and nobody gives it up. */
const mostRequests = 100;
export const widestGap = mostNumbers * mostRequests;
/** The last series that is the taxpayer's own: `POST /v1/fiscal-inutilizations` accepts none above it. */
const lastSeries = 889;

const justification = 'Quebra de sequência da numeração: números que nenhum documento usou';

/** Numbers that nobody has drawn, cut into ranges that one request can give up. */
export function gapsOf(ranges: readonly NumberRange[], of: NumberedBy): NumberGap[] {
  const model = modelToGiveUp(of);
  return ranges.flatMap((range): NumberGap[] => {
    if (!model || lengthOf(range) > widestGap) return [{ ...range, proposal: null }];
    return piecesOf(range).map((piece) => ({
      ...piece,
      proposal: { model, series: of.series, ...piece, justification },
    }));
  });
}

/**
 * The model in a request to give numbers up; null where the authority accepts none: NFS-e, issuers with a CPF, who cannot sign one, and series that
 * are not the taxpayer's own.
 */
export function modelToGiveUp({ type, series, taxId }: NumberedBy): Model | null {
  return taxId.length === 14 && series <= lastSeries ? traitsOf[type].model : null;
}

function piecesOf({ startNumber, endNumber }: NumberRange): NumberRange[] {
  const count = Math.ceil(lengthOf({ startNumber, endNumber }) / mostNumbers);
  return Array.from({ length: count }, (_, index) => ({
    startNumber: startNumber + index * mostNumbers,
    endNumber: Math.min(startNumber + (index + 1) * mostNumbers - 1, endNumber),
  }));
}

function lengthOf({ startNumber, endNumber }: NumberRange): number {
  return endNumber - startNumber + 1;
}
