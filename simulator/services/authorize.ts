import { createHash } from 'node:crypto';
import { isAboutMessage } from '../answers/message-codes.ts';
import { reason } from '../answers/reason.ts';
import { timestamp } from '../clock.ts';
import type { ScenarioRule } from '../control/scenario.ts';
import { authorizerOf } from '../rules/authorizer.ts';
import { isForConsumers } from '../rules/identification.ts';
import type { Note } from '../rules/note.ts';
import { readNote, recipientOf, sharersOf, taxIdOf, totalsOf } from '../rules/note.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Element } from '../xml/element.ts';
import { child, standalone, textOf } from '../xml/element.ts';
import { verifySignature } from '../xml/signature.ts';
import { writeElement } from '../xml/writer.ts';
import { verAplic } from './head.ts';
import type { Breach } from './judge-note.ts';
import { duplicity, isDenied, referenceBreach, ruleBreach, signerBreach } from './judge-note.ts';
import { returnBreach } from './returned-values.ts';
import { nextProtocol } from './sequence.ts';
import type { Call } from './service.ts';

/** The answer to a note: its code, and its protocol for the result. */
export type Outcome = { chNFe: string; cStat: number; protNFe: string };

type Verdict = { cStat: number; xMotivo: string; alert?: { cMsg: string; xMsg: string }; digVal?: string };

const authorized = 100;
const authorizedWithAlert = 120;
const authorizedLate = 150;
const dayMs = 86_400_000;
/** The fields of an item that a substitute must repeat (MOC 7.0 Anexo I, 5P31-40). */
const compared = ['cProd', 'cEAN', 'xProd', 'NCM', 'CFOP', 'uCom', 'qCom', 'vUnCom', 'vProd', 'indTot'];

/** Judges one note in the authority's order and registers it when it is authorized or denied. */
export function authorize(element: Element, nRec: string, call: Call, authority: TaxAuthority): Outcome {
  const note = readNote(element);
  const chNFe = note?.chNFe ?? '';
  const verdict = note ? judge(note, element, call, authority) : rejected({ cStat: 502, facts: {} });
  const registered =
    [authorized, authorizedWithAlert, authorizedLate].includes(verdict.cStat) || isDenied(verdict.cStat);
  if (!note || !registered) {
    authority.insistence.rejected(call.transmitter, 'NfeAutorizacao', chNFe, verdict.cStat, call.at);
    return { chNFe, cStat: verdict.cStat, protNFe: protocol(call, chNFe, verdict) };
  }
  return register(note, element, nRec, verdict, call, authority);
}

function judge(note: Note, element: Element, call: Call, authority: TaxAuthority): Verdict {
  const signature = verifySignature(
    { source: call.source, content: note.infNFe, signature: child(element, 'Signature') },
    authority.trust,
    call.at,
  );
  if ('cStat' in signature) return rejected({ cStat: signature.cStat, facts: {} });
  const breach =
    signerBreach(taxIdOf(note.emit), signature.signer) ??
    ruleBreach(note, contextOf(call, authority)) ??
    duplicity(note, call.endpoint.environment, authority.register) ??
    returnBreach(note, call.endpoint.environment, authority.register) ??
    referenceBreach(note, call.endpoint.environment, authority.register);
  if (breach) return rejected(breach);

  const about = { service: 'NfeAutorizacao', chNFe: [note.chNFe], cnpj: [taxIdOf(note.emit)] } as const;
  const wanted = authority.scenarios.take('answer', about, ({ cStat }) => !isAboutMessage(cStat));
  return wanted ? chosen(wanted, signature.digVal) : inOrder(note, call.at, signature.digVal);
}

function contextOf({ endpoint, at }: Call, { register, stateOptions }: TaxAuthority): RuleContext {
  return {
    endpoint,
    at,
    csc: (issuer, id) => register.csc(endpoint.environment, issuer, id),
    csrt: (responsible, id) => register.csrt(endpoint.environment, responsible, id),
    options: stateOptions.current,
  };
}

/** After 7 days an NF-e is late (B09-20 in NT 2025.001), after 24 hours what was sold to a consumer offline (B09-40). */
function inOrder(note: Note, at: Date, digVal: string): Verdict {
  const age = at.getTime() - Date.parse(textOf(note.ide, 'dhEmi') ?? '');
  const cStat = age > (isForConsumers(note) ? dayMs : 7 * dayMs) ? authorizedLate : authorized;
  return { cStat, xMotivo: reason(cStat), digVal };
}

function chosen(answer: NonNullable<ScenarioRule['answer']>, digVal: string): Verdict {
  const { cStat, xMotivo, cMsg, xMsg } = answer;
  return {
    cStat,
    xMotivo: xMotivo ?? reason(cStat),
    digVal,
    ...(cMsg !== undefined && { alert: { cMsg, xMsg: xMsg ?? reason(Number(cMsg)) } }),
  };
}

function rejected({ cStat, facts }: Breach): Verdict {
  return { cStat, xMotivo: reason(cStat, facts) };
}

function register(
  note: Note,
  element: Element,
  nRec: string,
  verdict: Verdict,
  call: Call,
  authority: TaxAuthority,
): Outcome {
  const { chNFe, key } = note;
  const { cStat, xMotivo, digVal = '' } = verdict;
  const nProt = nextProtocol(authority.register, authorizerOf(note, call), key.cUF, call.at);
  const protNFe = protocol(call, chNFe, verdict, nProt);
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
      ...(key.model === '65' && { items: itemsDigest(note) }),
      protNFe,
    },
    standalone(call.source, element),
  );
  return { chNFe, cStat, protNFe };
}

/** The number of items of a note, and a digest of the compared fields. */
function itemsDigest({ items }: Note): { count: number; sha256: string } {
  const said = items.map(({ product }) => compared.map((name) => textOf(product, name) ?? ''));
  return { count: items.length, sha256: createHash('sha256').update(JSON.stringify(said)).digest('hex') };
}

function protocol({ endpoint, at }: Call, chNFe: string, verdict: Verdict, nProt?: string): string {
  const { cStat, xMotivo, alert, digVal } = verdict;
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
