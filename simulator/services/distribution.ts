import { timestamp } from '../clock.ts';
import { type NewQuestion, noQueue } from '../control/log.ts';
import type { Subject } from '../control/scenarios.ts';
import { type ZippedDocument, zipped } from '../distribution/documents.ts';
import { type PaceReason, reasons, type Taxpayer } from '../distribution/pace.ts';
import { type Content, type Entry, isReleased, partiesOf } from '../distribution/queues.ts';
import { type LotEntry, spoilt } from '../distribution/spoil.ts';
import { cancellationOf, isAuthorized } from '../events/event.ts';
import { isCnpj, isCpf } from '../identifiers.ts';
import { reason, Rejection } from '../reasons.ts';
import type { NoteRecord } from '../register/records.ts';
import { distributedKeyBreach } from '../rules/access-key.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { child, type Element, nfe, textOf, writeElement } from '../xml/element.ts';
import { issuersIn, keysIn } from './message.ts';
import { type Call, opening, type RefusedCall, type Service } from './service.ts';

const nothing = 137;
const found = 138;
const tooOften = 656;
const mostInLot = 50;
const keptMs = 90 * 86_400_000;

/** The real service's texts, which differ from those in the manual's table (NT 2014.002 v1.30, examples of section 6; observed). */
const words: Readonly<Record<number, string>> = {
  [nothing]: 'Nenhum documento localizado',
  [found]: 'Documento(s) localizado(s)',
  217: 'Rejeicao: NF-e inexistente para a chave de acesso informada',
  641: 'Rejeicao: NF-e indisponivel para o emitente',
};

type Result = { cStat: number; xMotivo?: string; ultNSU?: number; maxNSU?: number; items?: readonly LotEntry[] };

/** NFeDistribuicaoDFe at the national environment: what others issued that concerns a taxpayer (NT 2014.002 v1.40). */
export const distribution: Service = {
  root: 'distDFeInt',
  version: '1.01',
  codes: { root: 215, version: 215, unserved: 239, schema: 215, unnamed: 473 },
  largest: 10 * 1024,

  refuse: (call, cStat, xMotivo) => answer(call, { cStat, xMotivo: words[cStat] ?? xMotivo }),

  async perform(call, authority) {
    const taxpayer = admitted(call);
    blockIfChosen(call, taxpayer, authority);
    const result = refusedByPace(call, taxpayer, authority) ?? (await ask(call, taxpayer, authority));
    return {
      result: answer(call, asChosen(result, call, authority)),
      outcomes: [{ chNFe: textOf(call.message, 'consChNFe', 'chNFe') ?? null, cStat: result.cStat }],
      queue: { ultNSU: result.ultNSU ?? null, maxNSU: result.maxNSU ?? null, documents: result.items?.length ?? 0 },
    };
  },

  logQuestion({ endpoint, message, at, transmitter }, reply, { questions }) {
    const question = message && questionIn(message);
    if (!question) return;
    const { environment } = endpoint;
    const cStat = reply.outcomes[0]?.cStat ?? null;
    questions.add({ source: 'nfe', environment, transmitter, ...question, cStat, ...(reply.queue ?? noQueue) }, at);
  },
};

/** Rules H01 to H05: environment, check digits, and whether the certificate may ask for this taxpayer. */
function admitted({ endpoint, message, transmitter }: Call): Taxpayer {
  if (textOf(message, 'tpAmb') !== String(endpoint.environment)) throw new Rejection(252);
  const cnpj = textOf(message, 'CNPJ');
  const cpf = textOf(message, 'CPF');
  if (cnpj !== undefined && !isCnpj(cnpj)) throw new Rejection(489);
  if (cpf !== undefined && !isCpf(cpf)) throw new Rejection(490);
  if (cnpj !== undefined && (transmitter.length !== 14 || transmitter.slice(0, 8) !== cnpj.slice(0, 8)))
    throw new Rejection(593);
  if (cpf !== undefined && transmitter !== cpf) throw new Rejection(472);
  return { environment: endpoint.environment, taxId: cnpj ?? cpf ?? '' };
}

/** A scenario may block a taxpayer that broke no rule, for the whole hour. */
function blockIfChosen({ message, at }: Call, taxpayer: Taxpayer, { scenarios, pace }: TaxAuthority): void {
  if (scenarios.take('answer', subjectOf(message), ({ cStat }) => cStat === tooOften)) pace.block(taxpayer, at);
}

function asChosen(result: Result, { message }: Call, { scenarios }: TaxAuthority): Result {
  const { items = [], ultNSU = 0 } = result;
  const chosen = items.length > 0 ? scenarios.take('distribution', subjectOf(message)) : undefined;
  if (!chosen) return result;
  const { spoil, nsu } = chosen;
  if (spoil === 'lowerUltNsu') return { ...result, ultNSU: Math.max(0, ultNSU - items.length - 1) };
  return { ...result, items: spoilt(items, spoil, nsu) };
}

function subjectOf(message: Element): Subject {
  return { service: 'NFeDistribuicaoDFe', chNFe: keysIn(message), cnpj: issuersIn(message) };
}

function refusedByPace({ message, at }: Call, taxpayer: Taxpayer, { pace }: TaxAuthority): Result | undefined {
  const blocked = pace.blocked(taxpayer, at);
  return blocked && refusal(message, taxpayer, blocked, pace);
}

/** Only the answer to a question for all documents after an NSU says where to go on (NT 2014.002 v1.14). */
function refusal(message: Element, taxpayer: Taxpayer, why: PaceReason, pace: TaxAuthority['pace']): Result {
  const xMotivo = reasons[why];
  if (!child(message, 'distNSU')) return { cStat: tooOften, xMotivo };
  return { cStat: tooOften, xMotivo, ultNSU: pace.lastAnswered(taxpayer) };
}

function ask(call: Call, taxpayer: Taxpayer, authority: TaxAuthority): Promise<Result> {
  const { message, at } = call;
  const queue = authority.register.distributed(taxpayer.environment, taxpayer.taxId);
  const ultNSU = textOf(message, 'distNSU', 'ultNSU');
  if (ultNSU !== undefined) return after(Number(ultNSU), queue, call, taxpayer, authority);

  const tooMany = authority.pace.asksForOne(taxpayer, at);
  if (tooMany) return Promise.resolve(refusal(message, taxpayer, tooMany, authority.pace));
  const nsu = textOf(message, 'consNSU', 'NSU');
  return nsu === undefined
    ? byKey(textOf(message, 'consChNFe', 'chNFe') ?? '', call, taxpayer, authority)
    : atNsu(Number(nsu), queue, at, authority);
}

async function after(
  asked: number,
  queue: readonly Entry[],
  { message, at }: Call,
  taxpayer: Taxpayer,
  authority: TaxAuthority,
): Promise<Result> {
  const { pace } = authority;
  const maxNSU = queue.length;
  if (asked > maxNSU) throw new Rejection(589);
  const why = pace.asksAfter(taxpayer, asked, at);
  if (why) return refusal(message, taxpayer, why, pace);

  const lot = queue
    .slice(asked)
    .filter((entry) => isKept(entry, at))
    .slice(0, mostInLot);
  const ultNSU = lot.at(-1)?.nsu ?? maxNSU;
  pace.answered(taxpayer, asked, ultNSU, ultNSU === maxNSU, at);
  if (lot.length === 0) return { cStat: nothing, ultNSU, maxNSU };
  return { cStat: found, ultNSU, maxNSU, items: await Promise.all(lot.map((entry) => item(entry, authority))) };
}

async function atNsu(nsu: number, queue: readonly Entry[], at: Date, authority: TaxAuthority): Promise<Result> {
  const maxNSU = queue.length;
  if (nsu > maxNSU) throw new Rejection(589);
  const entry = queue[nsu - 1];
  if (!entry || !isKept(entry, at)) return { cStat: nothing, ultNSU: nsu, maxNSU };
  return { cStat: found, ultNSU: nsu, maxNSU, items: [await item(entry, authority)] };
}

/** Rules H07 to H19, then the note as the asking taxpayer may see it: without events and, as NSUs are optional here (v1.15), without NSU. */
async function byKey(
  chNFe: string,
  call: Call,
  { environment, taxId }: Taxpayer,
  authority: TaxAuthority,
): Promise<Result> {
  const breach = distributedKeyBreach(chNFe, call.at);
  if (breach !== undefined) throw new Rejection(breach);
  const note = authority.register.note(environment, chNFe);
  const events = authority.register.events(environment, chNFe);
  const parties = note && partiesOf(note, events);
  if (!note || !parties) throw new Rejection(217);
  if (call.at.getTime() - Date.parse(note.dhRecbto) > keptMs) throw new Rejection(632);
  const { issuer, recipient, carrier, third } = parties;
  if (![issuer, recipient, carrier, ...third].some((party) => isSame(party, taxId))) throw new Rejection(640);
  if (isSame(issuer, taxId)) throw new Rejection(641);
  if (cancellationOf(events)) throw new Rejection(653);
  if (!isAuthorized(note)) throw new Rejection(654);
  const whole = recipient === undefined || !isSame(recipient, taxId) || isReleased(events);
  return { cStat: found, items: [packed(await zipped(asSeen(note, whole), authority))] };
}

function asSeen(note: NoteRecord, whole: boolean): Content {
  return whole ? { note } : { summary: note };
}

/** Whether a party is the taxpayer: a company by the root of its CNPJ, a person by the CPF (rule H16). */
function isSame(party: string | undefined, taxId: string): boolean {
  if (party?.length !== taxId.length) return false;
  return taxId.length === 11 ? party === taxId : party.slice(0, 8) === taxId.slice(0, 8);
}

function isKept({ since }: Entry, at: Date): boolean {
  return at.getTime() - Date.parse(since) <= keptMs;
}

async function item({ nsu, what }: Entry, authority: TaxAuthority): Promise<LotEntry> {
  return { nsu, ...packed(await zipped(what, authority)) };
}

function packed({ schema, bytes }: ZippedDocument): LotEntry {
  return { schema, packed: bytes.toString('base64') };
}

function questionIn(message: Element): Pick<NewQuestion, 'taxId' | 'kind' | 'asked'> | undefined {
  const taxId = textOf(message, 'CNPJ') ?? textOf(message, 'CPF') ?? '';
  const kinds = [
    ['after', textOf(message, 'distNSU', 'ultNSU')],
    ['at', textOf(message, 'consNSU', 'NSU')],
    ['key', textOf(message, 'consChNFe', 'chNFe')],
  ] as const;
  const [kind, asked] = kinds.find(([, value]) => value !== undefined) ?? [];
  return kind && { taxId, kind, asked: asked ?? '' };
}

function answer({ endpoint, at }: RefusedCall, result: Result): string {
  const { cStat, ultNSU = 0, maxNSU = 0, items = [] } = result;
  const content = {
    '@xmlns': nfe,
    '@versao': '1.01',
    ...opening(endpoint.environment, cStat, result.xMotivo ?? words[cStat] ?? reason(cStat)),
    dhResp: timestamp(at),
    ultNSU: digits(ultNSU),
    maxNSU: digits(maxNSU),
  };
  const lot = items.map((entry) =>
    writeElement('docZip', {
      '@NSU': entry.nsu === undefined ? undefined : digits(entry.nsu),
      '@schema': entry.schema,
      '#': entry.packed,
    }),
  );
  const inside = lot.length === 0 ? '' : writeElement('loteDistDFeInt', {}, lot.join(''));
  return writeElement('retDistDFeInt', content, inside);
}

function digits(nsu: number): string {
  return String(nsu).padStart(15, '0');
}
