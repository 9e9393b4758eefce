import { child, type XmlElement } from '../xml/reader.ts';
import { AnswerUnreadable, optional, rawOf, required, type Status, statusIn } from './answer-fields.ts';

/** The authority's judgement of one note (protNFe). */
export type Protocol = Status & {
  /** The element as it came, to be put beside the note in nfeProc. */
  raw: string;
  chNFe: string;
  /** With the authority's offset. */
  dhRecbto: string;
  /** 15 digits, 17 for an NFC-e of SP; rejections have none. */
  nProt: string | null;
  /** DigestValue of the note that was judged. */
  digVal: string | null;
  /** Remarks on the note, five at most (cStat 120 comes with one). */
  messages: { cMsg: string; xMsg: string }[];
};

/** Reads a protNFe found in the answer `source`. */
export function protocolIn(source: string, protNFe: XmlElement): Protocol {
  const infProt = child(protNFe, 'infProt');
  if (!infProt) throw new AnswerUnreadable('falta infProt em protNFe');
  return {
    raw: rawOf(source, protNFe),
    ...statusIn(infProt),
    chNFe: required(infProt, 'chNFe'),
    dhRecbto: required(infProt, 'dhRecbto'),
    nProt: optional(infProt, 'nProt'),
    digVal: optional(infProt, 'digVal'),
    messages: messagesIn(infProt),
  };
}

/** cMsg and xMsg alternate as siblings, without an element around each pair. */
function messagesIn(infProt: XmlElement): Protocol['messages'] {
  const fields = infProt.children.filter(({ name }) => name === 'cMsg' || name === 'xMsg');
  return fields.flatMap(({ name, text }, at) => {
    const next = fields[at + 1];
    if (name !== 'cMsg') return [];
    return [{ cMsg: text.trim(), xMsg: next?.name === 'xMsg' ? next.text.trim() : '' }];
  });
}
