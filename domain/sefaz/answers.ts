import { nfeNamespace } from '../nfe/build-nfe.ts';
import { child, children, optionalText, type XmlElement } from '../xml/reader.ts';
import { answerRoot, type AnswerStatus, SefazAnswerUnreadable, rawOf, required, statusIn } from './envelope.ts';

/** Answer to a lot: with 104, `protocol` has the decision; with 103, the lot receipt is asked for after `tMed` seconds. */
export type LotAnswer = AnswerStatus & {
  dhRecbto: string | null;
  receipt: { nRec: string; tMed: number } | null;
  protocol: Protocol | null;
};

/** Answer to the question for a lot receipt: 104 with the decisions, 105 still processing, 106 not found. */
export type LotReceiptAnswer = AnswerStatus & { nRec: string | null; dhRecbto: string | null; protocols: Protocol[] };

/** Answer to the question for an access key: its present state, its protocol and its registered events. */
export type KeyAnswer = AnswerStatus & { chNFe: string | null; protocol: Protocol | null; events: RegisteredEvent[] };

/** A registered event: the whole procEventoNFe as it came, which is a document of its own, and its result. */
export type RegisteredEvent = { raw: string; result: EventResult };

/** Answer to a lot of events: 128 with a result for each event. */
export type EventLotAnswer = AnswerStatus & { events: EventResult[] };

/** Answer to an inutilization; `raw` is the whole retInutNFe. */
export type InutilizationAnswer = AnswerStatus & { raw: string; dhRecbto: string | null; nProt: string | null };

/** State of a service: `tMed` is its mean time of response in seconds, `dhRetorno` when it is expected back. */
export type ServiceStatus = AnswerStatus & {
  dhRecbto: string | null;
  tMed: number | null;
  dhRetorno: string | null;
  xObs: string | null;
};

/** The following functions read messages that `openEnvelope` cuts out. Each can throw SefazAnswerUnreadable. */
export function readRetEnviNFe(raw: string): LotAnswer {
  const root = answerRoot(raw, 'retEnviNFe');
  const infRec = child(root, 'infRec');
  const nRec = infRec && optionalText(infRec, 'nRec');
  return {
    ...statusIn(root),
    dhRecbto: optionalText(root, 'dhRecbto'),
    receipt: infRec && nRec ? { nRec, tMed: secondsIn(infRec) ?? 1 } : null,
    protocol: protocolsIn(raw, root)[0] ?? null,
  };
}

export function readRetConsReciNFe(raw: string): LotReceiptAnswer {
  const root = answerRoot(raw, 'retConsReciNFe');
  return {
    ...statusIn(root),
    nRec: optionalText(root, 'nRec'),
    dhRecbto: optionalText(root, 'dhRecbto'),
    protocols: protocolsIn(raw, root),
  };
}

export function readRetConsSitNFe(raw: string): KeyAnswer {
  const root = answerRoot(raw, 'retConsSitNFe');
  return {
    ...statusIn(root),
    chNFe: optionalText(root, 'chNFe'),
    protocol: protocolsIn(raw, root)[0] ?? null,
    events: children(root, 'procEventoNFe').map((proc) => registeredEventIn(raw, proc)),
  };
}

export function readRetEnvEvento(raw: string): EventLotAnswer {
  const root = answerRoot(raw, 'retEnvEvento');
  return { ...statusIn(root), events: children(root, 'retEvento').map((result) => eventResultIn(raw, result)) };
}

export function readRetInutNFe(raw: string): InutilizationAnswer {
  const root = answerRoot(raw, 'retInutNFe');
  const infInut = child(root, 'infInut');
  if (!infInut) throw new SefazAnswerUnreadable('falta infInut em retInutNFe');
  return {
    raw: rawOf(raw, root),
    ...statusIn(infInut),
    dhRecbto: optionalText(infInut, 'dhRecbto'),
    nProt: optionalText(infInut, 'nProt'),
  };
}

export function readRetConsStatServ(raw: string): ServiceStatus {
  const root = answerRoot(raw, 'retConsStatServ');
  return {
    ...statusIn(root),
    dhRecbto: optionalText(root, 'dhRecbto'),
    tMed: secondsIn(root),
    dhRetorno: optionalText(root, 'dhRetorno'),
    xObs: optionalText(root, 'xObs'),
  };
}

function protocolsIn(raw: string, root: XmlElement): Protocol[] {
  return children(root, 'protNFe').map((protNFe) => protocolIn(raw, protNFe));
}

function registeredEventIn(raw: string, procEventoNFe: XmlElement): RegisteredEvent {
  const retEvento = child(procEventoNFe, 'retEvento');
  if (!retEvento) throw new SefazAnswerUnreadable('falta retEvento em procEventoNFe');
  return { raw: standalone(rawOf(raw, procEventoNFe)), result: eventResultIn(raw, retEvento) };
}

/**
 * The procEventoNFe with its namespace, which most authorizers declare only in the answer around it; declaring it here changes no canonical form of
 * what is inside.
 */
function standalone(procEventoNFe: string): string {
  if (/^<procEventoNFe[^>]*\sxmlns=/.test(procEventoNFe)) return procEventoNFe;
  return procEventoNFe.replace('<procEventoNFe', `<procEventoNFe xmlns="${nfeNamespace}"`);
}

/** Null where the mean time is absent or no number: the rest of the answer is valid all the same. */
function secondsIn(element: XmlElement): number | null {
  const tMed = optionalText(element, 'tMed');
  return tMed !== null && /^[0-9]{1,4}$/.test(tMed) ? Number(tMed) : null;
}

/** The authority's decision about one note (protNFe). */
export type Protocol = AnswerStatus & {
  /** The element as it came; nfeProc has it beside the note. */
  raw: string;
  chNFe: string;
  /** Moment with the authority's offset. */
  dhRecbto: string;
  /** 15 digits, 17 for an NFC-e of SP; null for a rejection. */
  nProt: string | null;
  /** DigestValue of the note that the decision is about. */
  digVal: string | null;
  /** The authority's remarks on the note, at most five (cStat 120 has one). */
  messages: { cMsg: string; xMsg: string }[];
};

/** Reads a protNFe found in the answer `source`. */
function protocolIn(source: string, protNFe: XmlElement): Protocol {
  const infProt = child(protNFe, 'infProt');
  if (!infProt) throw new SefazAnswerUnreadable('falta infProt em protNFe');
  return {
    raw: rawOf(source, protNFe),
    ...statusIn(infProt),
    chNFe: required(infProt, 'chNFe'),
    dhRecbto: required(infProt, 'dhRecbto'),
    nProt: optionalText(infProt, 'nProt'),
    digVal: optionalText(infProt, 'digVal'),
    messages: messagesIn(infProt),
  };
}

/** cMsg and xMsg alternate as siblings; no element holds a pair. */
function messagesIn(infProt: XmlElement): Protocol['messages'] {
  const fields = infProt.children.filter(({ name }) => name === 'cMsg' || name === 'xMsg');
  return fields.flatMap(({ name, text }, at) => {
    const next = fields[at + 1];
    if (name !== 'cMsg') return [];
    return [{ cMsg: text.trim(), xMsg: next?.name === 'xMsg' ? next.text.trim() : '' }];
  });
}

/**
 * The authority's decision about one event (retEvento). A field is null where the answer leaves it out, as it does with those that the authority did
 * not understand.
 */
export type EventResult = AnswerStatus & {
  /** The element as it came; procEventoNFe has it beside the event. */
  raw: string;
  chNFe: string | null;
  tpEvento: string | null;
  nSeqEvento: number | null;
  /** Moment with the authority's offset. */
  dhRegEvento: string | null;
  nProt: string | null;
};

/** Reads a retEvento found in the answer `source`. */
function eventResultIn(source: string, retEvento: XmlElement): EventResult {
  const infEvento = child(retEvento, 'infEvento');
  if (!infEvento) throw new SefazAnswerUnreadable('falta infEvento em retEvento');
  const nSeqEvento = optionalText(infEvento, 'nSeqEvento');
  return {
    raw: rawOf(source, retEvento),
    ...statusIn(infEvento),
    chNFe: optionalText(infEvento, 'chNFe'),
    tpEvento: optionalText(infEvento, 'tpEvento'),
    nSeqEvento: nSeqEvento === null ? null : Number(nSeqEvento),
    dhRegEvento: optionalText(infEvento, 'dhRegEvento'),
    nProt: optionalText(infEvento, 'nProt'),
  };
}

/** Whether the service takes documents now, and a sentence about it for an operator. */
export function serviceState(status: ServiceStatus): { isOperating: boolean; sentence: string } {
  const { cStat, xMotivo, tMed, dhRetorno, xObs } = status;
  const isOperating = cStat === '107' || cStat === '113';
  const details = [
    isOperating && tMed !== null && `tempo médio de resposta ${tMed} s`,
    dhRetorno !== null && `retorno previsto para ${dhRetorno}`,
    xObs,
  ].filter(Boolean);
  return { isOperating, sentence: [`${cStat} - ${xMotivo}`, ...details].join('; ') };
}
