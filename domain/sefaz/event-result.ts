import { child, type XmlElement } from '../xml/reader.ts';
import { AnswerUnreadable, optional, rawOf, type Status, statusIn } from './answer-fields.ts';

/** The authority's judgement of one event (retEvento). It does not repeat fields that it did not understand: those are null. */
export type EventResult = Status & {
  /** The element as it came, to be put beside the event in procEventoNFe. */
  raw: string;
  chNFe: string | null;
  tpEvento: string | null;
  nSeqEvento: number | null;
  /** With the authority's offset. */
  dhRegEvento: string | null;
  nProt: string | null;
};

/** Reads a retEvento found in the answer `source`. */
export function eventResultIn(source: string, retEvento: XmlElement): EventResult {
  const infEvento = child(retEvento, 'infEvento');
  if (!infEvento) throw new AnswerUnreadable('falta infEvento em retEvento');
  const nSeqEvento = optional(infEvento, 'nSeqEvento');
  return {
    raw: rawOf(source, retEvento),
    ...statusIn(infEvento),
    chNFe: optional(infEvento, 'chNFe'),
    tpEvento: optional(infEvento, 'tpEvento'),
    nSeqEvento: nSeqEvento === null ? null : Number(nSeqEvento),
    dhRegEvento: optional(infEvento, 'dhRegEvento'),
    nProt: optional(infEvento, 'nProt'),
  };
}
