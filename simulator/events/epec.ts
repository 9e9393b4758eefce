import table from '../../tables/endpoints.json' with { type: 'json' };
import { accessKey, isCnpj, isCpf, isStateRegistration } from '../identifiers.ts';
import type { EpecSummary } from '../register/records.ts';
import { child, type Element, textOf } from '../xml/element.ts';
import { authorState, type EventContext, eventKind, type EventRule, type FiscalEvent, keyOf } from './event.ts';

const contingency = '4';
/** Text, because series are compared as the three digits of the key. */
const lastOfCompanies = '889';
const toleranceMs = 5 * 60_000;
const dayMs = 24 * 3_600_000;
const abroad = 'EX';
/** "Valor parametrizavel, definido inicialmente em R$ 500 milhoes" (note 3). */
const highestAmount = 500_000_000;

const states = new Map(Object.entries(table.cUF).map(([name, code]) => [String(code), name]));

/**
 * The rules about an EPEC itself, in the order of NT 2014.001 v1.41, 3.9. The schema's own code (466) and the one for series above 969
 * (633) are not here: such messages are refused earlier.
 */
const epecRules: readonly EventRule[] = [
  { cStat: 495, breaks: (event) => event.author.length === 11 && !isPersonal(seriesOf(event)) },
  { cStat: 266, breaks: (event) => seriesOf(event) > lastOfCompanies && !isPersonal(seriesOf(event)) },
  { cStat: 484, breaks: ({ chNFe }) => accessKey(chNFe)?.tpEmis !== contingency },
  authorState,
  { cStat: 212, breaks: (event, { at }) => issuedAt(event) > at.getTime() + toleranceMs },
  { cStat: 228, breaks: (event, { at }) => issuedAt(event) < at.getTime() - dayMs },
  { cStat: 577, breaks: (event) => issuedAt(event) > Date.parse(event.dhEvento) },
  { cStat: 659, breaks: (event) => monthOf(event) !== accessKey(event.chNFe)?.month },
  { cStat: 229, breaks: ({ detail }) => isZero(textOf(detail, 'IE')) },
  { cStat: 209, breaks: ({ detail, chNFe }) => isWrong(textOf(detail, 'IE'), states.get(chNFe.slice(0, 2))) },
  recipientRule(208, (dest) => isGiven(dest, 'CNPJ') && !isCnpj(textOf(dest, 'CNPJ') ?? '')),
  recipientRule(237, (dest) => isGiven(dest, 'CPF') && !isCpf(textOf(dest, 'CPF') ?? '')),
  recipientRule(720, (dest) => stateOf(dest) === abroad && !isGiven(dest, 'idEstrangeiro')),
  recipientRule(
    721,
    (dest, { chNFe }) =>
      isGiven(dest, 'idEstrangeiro') && stateOf(dest) !== abroad && stateOf(dest) !== states.get(chNFe.slice(0, 2)),
  ),
  recipientRule(792, (dest) => stateOf(dest) === abroad && isGiven(dest, 'IE')),
  recipientRule(
    210,
    (dest) => isGiven(dest, 'IE') && (isZero(textOf(dest, 'IE')) || isWrong(textOf(dest, 'IE'), stateOf(dest))),
  ),
  recipientRule(628, (dest) => Number(textOf(dest, 'vNF')) > highestAmount),
  recipientRule(417, (dest) => Number(textOf(dest, 'vICMS')) > highestAmount),
  recipientRule(418, (dest) => Number(textOf(dest, 'vST')) > highestAmount),
];

function recipientRule(cStat: number, breaks: (dest: Element | undefined, event: FiscalEvent) => boolean): EventRule {
  return { cStat, breaks: (event) => breaks(child(event.detail, 'dest'), event) };
}

function seriesOf({ chNFe }: FiscalEvent): string {
  return chNFe.slice(22, 25);
}

/** Series of notes that persons issue with their own program. */
function isPersonal(series: string): boolean {
  return series >= '920' && series <= '969';
}

/** Unix milliseconds; NaN if there is no date, with which every comparison is false. */
function issuedAt({ detail }: FiscalEvent): number {
  return Date.parse(textOf(detail, 'dhEmi') ?? '');
}

function monthOf({ detail }: FiscalEvent): string {
  const dhEmi = textOf(detail, 'dhEmi') ?? '';
  return dhEmi.slice(2, 4) + dhEmi.slice(5, 7);
}

function stateOf(dest: Element | undefined): string {
  return textOf(dest, 'UF') ?? '';
}

function isGiven(dest: Element | undefined, name: string): boolean {
  return child(dest, name) !== undefined;
}

function isZero(registration = ''): boolean {
  return /^0*$/.test(registration);
}

/** Leading zeros of a registration do not count (note 2). */
function isWrong(registration = '', state = ''): boolean {
  const significant = registration.replace(/^0+/, '');
  return !isStateRegistration(registration, state) && !isStateRegistration(significant, state);
}

/** Registered without its note, which cannot exist yet: 135 does not occur (NT 2014.001 v1.41, 3.10). */
const registered = 136;
/** cUF of Parana and Paraiba, which take no EPEC (NT 2014.001 v1.41, 2P10-20; production 2026-10-05). */
const statesWithout = ['41', '25'];

type NumberHolders = ReturnType<EventContext['numbered']>;

/**
 * EPEC (110140): announces to the national environment a note that was issued in contingency (tpEmis 4), before the note goes to its state
 * (NT 2014.001 v1.41 of 2026-08-04). An issuer whose EPEC waits more than 168 hours for its note may send no more (142).
 */
export const epec = eventKind({
  tpEvento: '110140',
  title: 'EPEC autorizado',
  receiver: 'national',
  model: '55',
  author: 'issuer',
  highestSequence: 1,
  precedesNote: true,
  messageRules: epecRules,
  historyRules: [
    { cStat: 142, breaks: (event, context) => context.epecBlocked(keyOf(event)?.issuer ?? '') },
    { cStat: 121, breaks: ({ chNFe }) => statesWithout.includes(chNFe.slice(0, 2)) },
    holds(485, ({ epec: another }) => another),
    holds(661, ({ note }) => note),
    holds(662, ({ voided }) => voided),
  ],
  registeredAs: () => registered,
  epec: summaryOf,
});

function holds(cStat: number, broken: (numbered: NumberHolders) => boolean): EventRule {
  return {
    cStat,
    breaks(event, context) {
      const key = keyOf(event);
      return key !== undefined && broken(context.numbered(key));
    },
  };
}

function summaryOf({ detail }: FiscalEvent): EpecSummary {
  const text = (...path: string[]): string => textOf(detail, ...path) ?? '';
  return {
    dhEmi: text('dhEmi'),
    tpNF: text('tpNF'),
    issuerIE: text('IE'),
    UF: text('dest', 'UF'),
    recipient: text('dest', 'CNPJ') || text('dest', 'CPF') || text('dest', 'idEstrangeiro'),
    recipientIE: text('dest', 'IE'),
    vNF: text('dest', 'vNF'),
    vICMS: text('dest', 'vICMS'),
    vST: text('dest', 'vST'),
  };
}
