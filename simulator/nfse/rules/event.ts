import { amount } from '../../rules/amount.ts';
import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import type { FaultCode, NfseFault } from '../fault.ts';
import { faultOf } from '../fault.ts';
import { nfseKey } from '../key.ts';
import type { Dps } from '../read-dps.ts';
import { dpsInside, identifierOf } from '../read-dps.ts';
import type { DpsContext, RegisteredNote } from './rule.ts';
import { has, isOneOf, isPast } from './rule.ts';

/** A kind of event: who may ask for it, and the code of the refusal when another event bars it. */
type Kind = { author: 'prest' | 'toma' | 'interm' | undefined; barred: FaultCode };

/** Kinds by type. Events without an author here come from the authorities (annex II, sheet TIPO_EVENTOS). */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['101101', { author: 'prest', barred: 'E0840' }],
  ['105102', { author: 'prest', barred: 'E0845' }],
  ['101103', { author: 'prest', barred: 'E0848' }],
  ['105104', { author: undefined, barred: 'E0852' }],
  ['105105', { author: undefined, barred: 'E0855' }],
  // At SEFIN the provider is the issuer, and does not confirm or reject his own note.
  ['202201', { author: undefined, barred: 'E0860' }],
  ['203202', { author: 'toma', barred: 'E0861' }],
  ['204203', { author: 'interm', barred: 'E0862' }],
  ['205204', { author: undefined, barred: 'E0863' }],
  ['202205', { author: undefined, barred: 'E0864' }],
  ['203206', { author: 'toma', barred: 'E0866' }],
  ['204207', { author: 'interm', barred: 'E0868' }],
  ['205208', { author: undefined, barred: 'E0870' }],
  ['305101', { author: undefined, barred: 'E1960' }],
  ['305102', { author: undefined, barred: 'E1965' }],
  ['305103', { author: undefined, barred: 'E1970' }],
]);

const version = '1.01';
const cancellation = '101101';
const other = '9';
/** Rejections, in which the motive "other" needs a text; for cancellations the schema itself demands the text. */
const motives: readonly (readonly [FaultCode, string])[] = [
  ['E1944', '202205'],
  ['E1949', '203206'],
  ['E1954', '204207'],
];

/** An event after which its note still stands, and the events that it bars (annex II, sheet RN_EVENTOSxEVENTOS). */
type Bar = { name: string; bars: readonly string[] };

/** Those events, as far as SEFIN registers them; all but the first come from somebody other than the issuer. */
const bars: ReadonlyMap<string, Bar> = new Map<string, Bar>([
  [
    '101103',
    {
      name: 'Solicitação de Análise Fiscal para Cancelamento de NFS-e',
      bars: ['101101', '101103', '305101'],
    },
  ],
  ['203202', { name: 'Manifestação de NFS-e - Confirmação do Tomador', bars: ['203202', '203206', '205204'] }],
  ['203206', { name: 'Manifestação de NFS-e - Rejeição do Tomador', bars: ['203202', '203206', '205204'] }],
  ['204203', { name: 'Manifestação de NFS-e - Confirmação do Intermediário', bars: ['204203', '204207', '205204'] }],
  ['204207', { name: 'Manifestação de NFS-e - Rejeição do Intermediário', bars: ['204203', '204207', '205204'] }],
]);

type Request = { type: string; chNFSe: string; infPedReg: Element | undefined; details: Element | undefined };

/** All that is wrong with a request of an event (pedRegEvento) that is valid by schema and signature, in the order of the annex. */
export function eventFaults(request: Element, context: DpsContext): NfseFault[] {
  const read = readRequest(request);
  const registered = context.note(read.chNFSe);
  const before = requestFaults(request, read, context);
  if (!registered) return [...before, 'E1831' as const].map((code) => faultOf(code));
  const about = noteFaults(read, registered, context);
  const standing = standingInTheWay(read.type, registered);
  return [...before, ...about].map((code) => faultOf(code, standing));
}

function readRequest(request: Element): Request {
  const infPedReg = child(request, 'infPedReg');
  const details = infPedReg?.children.find(({ name }) => /^e\d{6}$/.test(name));
  return { type: details?.name.slice(1) ?? '', chNFSe: textOf(infPedReg, 'chNFSe') ?? '', infPedReg, details };
}

/** Faults of the request alone. */
function requestFaults(
  request: Element,
  { type, chNFSe, infPedReg, details }: Request,
  { at, environment }: DpsContext,
): FaultCode[] {
  return broken([
    ['E1825', request.attributes['versao'] !== version],
    ['E1827', infPedReg?.attributes['Id'] !== `PRE${chNFSe}${type}`],
    ['E1845', textOf(infPedReg, 'tpAmb') !== String(environment)],
    ['E1843', Date.parse(textOf(infPedReg, 'dhEvento') ?? '') > at.getTime()],
    ...motives.map(
      ([code, of]) => [code, type === of && isOneOf(details, 'cMotivo', other) && !has(details, 'xMotivo')] as const,
    ),
  ]);
}

/** Faults of the request against its note. The code of the deadline is E0822 in annex v1.01; v1.00.02 called it E0835. */
function noteFaults(
  { type, chNFSe, infPedReg }: Request,
  note: RegisteredNote,
  { at, cities }: DpsContext,
): FaultCode[] {
  const kind = kinds.get(type);
  const dps = dpsInside(note.nfse);
  const isAuthor = kind?.author !== undefined && author(infPedReg) === identifierOf(dps?.[kind.author]);
  const city = cities.of(dps?.cLocEmi ?? '')?.cancellation;
  const isCancellation = type === cancellation;
  return broken([
    ['E0813', !isAuthor && has(infPedReg, 'CNPJAutor')],
    ['E0816', !isAuthor && has(infPedReg, 'CPFAutor')],
    ['E0822', isCancellation && isPast(city?.deadlineDays ?? null, note.nfse, at)],
    ['E0823', isCancellation && isAbove(city?.limit ?? null, dps)],
    ['E0824', isCancellation && city?.requiresTaker === true && identifierOf(dps?.toma) === undefined],
    ['E0831', nfseKey(chNFSe)?.ambGer === '1'],
    ['E1833', isManifestedAgain(type, note)],
    [kind?.barred ?? 'E0840', standingInTheWay(type, note) !== undefined],
  ]);
}

/** The name of the event on a note that bars events of a type. */
function standingInTheWay(type: string, { ended, endedBy, events = [] }: RegisteredNote): string | undefined {
  if (ended) return endedBy ?? 'cancelamento';
  const found = events.find((one) => bars.get(one)?.bars.includes(type) === true);
  return found === undefined ? undefined : bars.get(found)?.name;
}

/** Taker and intermediary confirm or reject a note only once. The first three digits of a type say who does. */
function isManifestedAgain(type: string, { events = [] }: RegisteredNote): boolean {
  return type.startsWith('20') && events.some((one) => one.slice(0, 3) === type.slice(0, 3));
}

function broken(faults: readonly (readonly [FaultCode, boolean])[]): FaultCode[] {
  return faults.flatMap(([code, isBroken]) => (isBroken ? [code] : []));
}

function author(infPedReg: Element | undefined): string | undefined {
  return textOf(infPedReg, 'CNPJAutor') ?? textOf(infPedReg, 'CPFAutor');
}

/** A limit of zero means no limit. */
function isAbove(limit: string | null, dps: Dps | undefined): boolean {
  return limit !== null && Number(limit) > 0 && amount(dps?.valores, 'vServPrest', 'vServ').gt(limit);
}
