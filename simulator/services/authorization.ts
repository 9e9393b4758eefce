import { createHash } from 'node:crypto';
import { timestamp } from '../clock.ts';
import type { ScenarioRule } from '../control/scenarios.ts';
import { isAboutMessage, reason, Rejection } from '../reasons.ts';
import { authorizerOf } from '../rules/access-key.ts';
import { type Note, readNote, recipientOf, reformFactsOf, sharersOf, taxIdOf, totalsOf } from '../rules/note.ts';
import { isForConsumers, type RuleContext } from '../rules/rule.ts';
import { hasNoRegistration } from '../rules/unregistered.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { child, children, type Content, type Element, nfe, standalone, textOf, writeElement } from '../xml/element.ts';
import { verifySignature } from '../xml/signature.ts';
import {
  type Breach,
  duplicateBreach,
  federalRegisterBreach,
  isDenied,
  referenceBreach,
  returnBreach,
  ruleBreach,
  signerBreach,
  stateRegisterBreach,
} from './note-checks.ts';
import {
  type Call,
  homeState,
  nextProtocol,
  nextReceipt,
  opening,
  type RefusedCall,
  type Reply,
  type Service,
  verAplic,
} from './service.ts';

const received = 103;
const processed = 104;

/** NfeAutorizacao: one note is answered at once, several get a lot receipt. */
export const authorization: Service = {
  root: 'enviNFe',
  version: '4.00',
  codes: { root: 565, version: 568, unserved: 239, schema: 225 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, {}),

  perform(call, authority) {
    const notes = children(call.message, 'NFe');
    checkLot(notes, textOf(call.message, 'indSinc'));

    const nRec = nextReceipt(authority.register, call.endpoint.authorizers[0], stateOf(call));
    const outcomes = notes.map((note) => authorize(note, nRec, call, authority));
    const protocols = outcomes.map(({ protNFe }) => protNFe);

    const pendingPolls = asynchronous(call, authority, outcomes[0]?.chNFe ?? '');
    if (notes.length === 1 && pendingPolls === undefined) {
      return { result: result(call, processed, reason(processed), { protocols }), outcomes };
    }
    return withReceipt(call, authority, { nRec, protocols, pendingPolls: pendingPolls ?? 0 }, outcomes);
  },
};

function checkLot(notes: readonly Element[], indSinc: string | undefined): void {
  const read = notes.map((note) => readNote(note));
  const models = new Set(read.map((note) => note?.key.model));
  const states = new Set(read.map((note) => note?.key.cUF));
  const issuers = new Set(read.map((note) => note?.key.issuer.slice(0, 8)));
  if (models.size > 1) throw new Rejection(765);
  if (models.has('65') && notes.length > 1) throw new Rejection(126);
  if (indSinc === '1' && notes.length > 1) throw new Rejection(764);
  if (indSinc !== '1' && notes.length === 1) throw new Rejection(452);
  if (states.size > 1) throw new Rejection(476);
  if (issuers.size > 1) throw new Rejection(560);
}

function asynchronous(call: Call, { scenarios }: TaxAuthority, chNFe: string): number | undefined {
  const choice = scenarios.take('asyncLots', { service: 'NfeAutorizacao', chNFe: [chNFe], cnpj: [] });
  if (choice === undefined || choice === false) return undefined;
  return choice === true ? 0 : choice.pendingPolls;
}

function withReceipt(
  call: Call,
  { register }: TaxAuthority,
  lot: { nRec: string; protocols: string[]; pendingPolls: number },
  outcomes: Reply['outcomes'],
): Reply {
  register.add({ kind: 'lot', environment: call.endpoint.environment, ...lot });
  const infRec = { nRec: lot.nRec, tMed: 1 };
  return { result: result(call, received, reason(received), { infRec }), outcomes };
}

function stateOf({ endpoint, message }: { endpoint: Call['endpoint']; message?: Element | undefined }): string {
  return textOf(message, 'NFe', 'infNFe', 'ide', 'cUF') ?? homeState(endpoint);
}

function result(
  call: RefusedCall,
  cStat: number,
  xMotivo: string,
  { infRec, protocols = [] }: { infRec?: Content; protocols?: readonly string[] },
): string {
  const content = {
    '@xmlns': nfe,
    '@versao': '4.00',
    ...opening(call.endpoint.environment, cStat, xMotivo),
    cUF: stateOf(call),
    dhRecbto: timestamp(call.at),
    infRec,
  };
  return writeElement('retEnviNFe', content, protocols.join(''));
}

/** The result of one note: its code, and its protocol. */
type Outcome = { chNFe: string; cStat: number; protNFe: string };

/** What is answered about one note. */
type NoteAnswer = { cStat: number; xMotivo: string; alert?: { cMsg: string; xMsg: string }; digVal?: string };

const authorized = 100;
const authorizedWithAlert = 120;
const authorizedLate = 150;
const dayMs = 86_400_000;
/** The fields of an item that a substitute must repeat (MOC 7.0 Anexo I, 5P31-40). */
const compared = ['cProd', 'cEAN', 'xProd', 'NCM', 'CFOP', 'uCom', 'qCom', 'vUnCom', 'vProd', 'indTot'];

/** Checks one note in the authority's order and registers it when it is authorized or denied. */
function authorize(element: Element, nRec: string, call: Call, authority: TaxAuthority): Outcome {
  const note = readNote(element);
  const chNFe = note?.chNFe ?? '';
  const answer = note ? checkNote(note, element, call, authority) : rejected({ cStat: 502, facts: {} });
  const registered = [authorized, authorizedWithAlert, authorizedLate].includes(answer.cStat) || isDenied(answer.cStat);
  if (!note || !registered) {
    authority.insistence.countRejection(call.transmitter, 'NfeAutorizacao', chNFe, answer.cStat, call.at);
    return { chNFe, cStat: answer.cStat, protNFe: protocol(call, chNFe, answer) };
  }
  return register(note, element, nRec, answer, call, authority);
}

function checkNote(note: Note, element: Element, call: Call, authority: TaxAuthority): NoteAnswer {
  const signature = verifySignature(
    { source: call.source, content: note.infNFe, signature: child(element, 'Signature') },
    authority.trust,
    call.at,
  );
  if ('cStat' in signature) return rejected({ cStat: signature.cStat, facts: {} });
  const context = contextOf(call, authority);
  const breach =
    signerBreach(taxIdOf(note.emit), signature.signer) ??
    ruleBreach(note, context) ??
    stateRegisterBreach(note, context) ??
    duplicateBreach(note, call.endpoint.environment, authority.register) ??
    returnBreach(note, call.endpoint.environment, authority.register) ??
    referenceBreach(note, call.endpoint.environment, authority.register) ??
    federalRegisterBreach(note, context);
  if (breach) return rejected(breach);

  const about = { service: 'NfeAutorizacao', chNFe: [note.chNFe], cnpj: [taxIdOf(note.emit)] } as const;
  const choice = authority.scenarios.take('answer', about, ({ cStat }) => !isAboutMessage(cStat));
  return choice ? chosen(choice, signature.digVal) : inOrder(note, call.at, signature.digVal);
}

function contextOf({ endpoint, at }: Call, { register, stateOptions, taxpayers }: TaxAuthority): RuleContext {
  return {
    endpoint,
    at,
    csc: (issuer, id) => register.csc(endpoint.environment, issuer, id),
    csrt: (responsible, id) => register.csrt(endpoint.environment, responsible, id),
    taxpayer: (cnpj, state) => taxpayers.find(cnpj, state),
    options: stateOptions.current,
  };
}

/**
 * The code of a note without faults: late if an NF-e is older than 7 days (B09-20 in NT 2025.001), or a note to a consumer, issued offline,
 * older than 24 hours (B09-40).
 */
function inOrder(note: Note, at: Date, digVal: string): NoteAnswer {
  const age = at.getTime() - Date.parse(textOf(note.ide, 'dhEmi') ?? '');
  const cStat = age > (isForConsumers(note) ? dayMs : 7 * dayMs) ? authorizedLate : authorized;
  return { cStat, xMotivo: reason(cStat), digVal };
}

function chosen(choice: NonNullable<ScenarioRule['answer']>, digVal: string): NoteAnswer {
  const { cStat, xMotivo, cMsg, xMsg } = choice;
  return {
    cStat,
    xMotivo: xMotivo ?? reason(cStat),
    digVal,
    ...(cMsg !== undefined && { alert: { cMsg, xMsg: xMsg ?? reason(Number(cMsg)) } }),
  };
}

function rejected({ cStat, facts }: Breach): NoteAnswer {
  return { cStat, xMotivo: reason(cStat, facts) };
}

function register(
  note: Note,
  element: Element,
  nRec: string,
  answer: NoteAnswer,
  call: Call,
  authority: TaxAuthority,
): Outcome {
  const { chNFe, key } = note;
  const { cStat, xMotivo, digVal = '' } = answer;
  const nProt = nextProtocol(authority.register, authorizerOf(note, call), key.cUF, call.at);
  const protNFe = protocol(call, chNFe, answer, nProt);
  authority.register.add(
    {
      kind: 'note',
      environment: call.endpoint.environment,
      chNFe,
      cStat,
      xMotivo,
      nProt,
      nRec,
      digVal,
      dhEmi: textOf(note.ide, 'dhEmi') ?? '',
      dhRecbto: timestamp(call.at),
      ...totalsOf(note),
      recipient: recipientOf(note),
      ...sharersOf(note.infNFe),
      ...reformFactsOf(note),
      ...(hasNoRegistration(note) && { isUnregistered: true }),
      ...(key.model === '65' && { items: itemsDigest(note) }),
      protNFe,
    },
    standalone(call.source, element),
  );
  return { chNFe, cStat, protNFe };
}

/** The number of items of a note, and a digest of their compared fields. */
function itemsDigest({ items }: Note): { count: number; sha256: string } {
  const fields = items.map(({ product }) => compared.map((name) => textOf(product, name) ?? ''));
  return { count: items.length, sha256: createHash('sha256').update(JSON.stringify(fields)).digest('hex') };
}

function protocol({ endpoint, at }: Call, chNFe: string, answer: NoteAnswer, nProt?: string): string {
  const { cStat, xMotivo, alert, digVal } = answer;
  const infProt = {
    '@Id': nProt && `ID${nProt}`,
    tpAmb: endpoint.environment,
    verAplic,
    chNFe,
    dhRecbto: timestamp(at),
    nProt,
    digVal,
    cStat,
    xMotivo,
    ...alert,
  };
  return writeElement('protNFe', { '@versao': '4.00', infProt });
}
