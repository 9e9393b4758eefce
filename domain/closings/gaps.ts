import { type DocumentType, type Model, traitsOf } from '../document-types.ts';
import { mostNumbers } from '../documents/inutilization.entity.ts';
import type { NumberGap, NumberRange } from './summary.ts';

/** A series, and the taxpayer who counts its numbers. */
export type NumberedBy = { type: DocumentType; series: number; taxId: string };

/** A wider gap is a count that was set elsewhere, which nobody gives up in a hundred requests. */
const mostRequests = 100;
export const widestGap = mostNumbers * mostRequests;
/** The series above are not the taxpayer's own, and `POST /v1/fiscal-inutilizations` takes none of them. */
const lastSeries = 889;

const justification = 'Quebra de sequência da numeração: números que nenhum documento usou';

/** Numbers that nobody has drawn, cut into ranges of which each can be given up by one request. */
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

/** Null where the authority takes no request: services have none, and issuers with a CPF cannot sign one. */
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
