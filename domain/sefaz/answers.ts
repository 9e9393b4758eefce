import { nfeNamespace } from '../nfe/signed-envelope.ts';
import { child, children, type XmlElement } from '../xml/reader.ts';
import { answerRoot, AnswerUnreadable, optional, rawOf, type Status, statusIn } from './answer-fields.ts';
import { type EventResult, eventResultIn } from './event-result.ts';
import { type Protocol, protocolIn } from './protocol.ts';

/** Answer to a lot: with 104 the judgement is in `protocol`, with 103 we ask for the lot receipt after `tMed` seconds. */
export type LotAnswer = Status & {
  dhRecbto: string | null;
  receipt: { nRec: string; tMed: number } | null;
  protocol: Protocol | null;
};

/** Answer about a lot receipt: 104 with the judgements, 105 still in process, 106 not found. */
export type LotReceiptAnswer = Status & { nRec: string | null; dhRecbto: string | null; protocols: Protocol[] };

/** What the authority knows of a key: its present state, the protocol and the events registered. */
export type KeyAnswer = Status & { chNFe: string | null; protocol: Protocol | null; events: RegisteredEvent[] };

/** An event as it was registered: the whole procEventoNFe, which can be kept as a document of its own, and its result. */
export type RegisteredEvent = { raw: string; result: EventResult };

/** Answer to a lot of events: 128 with a result for each. */
export type EventLotAnswer = Status & { events: EventResult[] };

/** Answer to an inutilization; `raw` is the whole retInutNFe. */
export type InutilizationAnswer = Status & { raw: string; dhRecbto: string | null; nProt: string | null };

/** State of the service; `tMed` in seconds, `dhRetorno` when it is expected back. */
export type ServiceStatus = Status & {
  dhRecbto: string | null;
  tMed: number | null;
  dhRetorno: string | null;
  xObs: string | null;
};

/** Readers of the messages that `openEnvelope` cuts out. Each can throw AnswerUnreadable. */
export function readRetEnviNFe(raw: string): LotAnswer {
  const root = answerRoot(raw, 'retEnviNFe');
  const infRec = child(root, 'infRec');
  const nRec = infRec && optional(infRec, 'nRec');
  return {
    ...statusIn(root),
    dhRecbto: optional(root, 'dhRecbto'),
    receipt: infRec && nRec ? { nRec, tMed: secondsIn(infRec) ?? 1 } : null,
    protocol: protocolsIn(raw, root)[0] ?? null,
  };
}

export function readRetConsReciNFe(raw: string): LotReceiptAnswer {
  const root = answerRoot(raw, 'retConsReciNFe');
  return {
    ...statusIn(root),
    nRec: optional(root, 'nRec'),
    dhRecbto: optional(root, 'dhRecbto'),
    protocols: protocolsIn(raw, root),
  };
}

export function readRetConsSitNFe(raw: string): KeyAnswer {
  const root = answerRoot(raw, 'retConsSitNFe');
  return {
    ...statusIn(root),
    chNFe: optional(root, 'chNFe'),
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
  if (!infInut) throw new AnswerUnreadable('falta infInut em retInutNFe');
  return {
    raw: rawOf(raw, root),
    ...statusIn(infInut),
    dhRecbto: optional(infInut, 'dhRecbto'),
    nProt: optional(infInut, 'nProt'),
  };
}

export function readRetConsStatServ(raw: string): ServiceStatus {
  const root = answerRoot(raw, 'retConsStatServ');
  return {
    ...statusIn(root),
    dhRecbto: optional(root, 'dhRecbto'),
    tMed: secondsIn(root),
    dhRetorno: optional(root, 'dhRetorno'),
    xObs: optional(root, 'xObs'),
  };
}

function protocolsIn(raw: string, root: XmlElement): Protocol[] {
  return children(root, 'protNFe').map((protNFe) => protocolIn(raw, protNFe));
}

function registeredEventIn(raw: string, procEventoNFe: XmlElement): RegisteredEvent {
  const retEvento = child(procEventoNFe, 'retEvento');
  if (!retEvento) throw new AnswerUnreadable('falta retEvento em procEventoNFe');
  return { raw: standalone(rawOf(raw, procEventoNFe)), result: eventResultIn(raw, retEvento) };
}

/** Most authorizers leave the namespace to the answer around it; declaring it changes no canonical form of what is inside. */
function standalone(procEventoNFe: string): string {
  if (/^<procEventoNFe[^>]*\sxmlns=/.test(procEventoNFe)) return procEventoNFe;
  return procEventoNFe.replace('<procEventoNFe', `<procEventoNFe xmlns="${nfeNamespace}"`);
}

/** Null where the mean time is not a number: the rest of the answer is still valid. */
function secondsIn(element: XmlElement): number | null {
  const tMed = optional(element, 'tMed');
  return tMed !== null && /^[0-9]{1,4}$/.test(tMed) ? Number(tMed) : null;
}
