import { child, children, textOf } from '../xml/element.ts';
import { type Note, taxIdOf } from './note.ts';
import {
  chosenByState,
  isForConsumers,
  isNfce,
  isNfe,
  isOneOf,
  noteRule,
  onlyIf,
  type Rule,
  type RuleContext,
} from './rule.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const futureToleranceMs = 5 * minuteMs;
const consumerDelayMs = 5 * minuteMs;
const longestDelayMs = 30 * dayMs;
const longestExitMs = 30 * dayMs;
const longestContingencyMs = 30 * dayMs;
/** tpEmis of notes that are accepted after 30 days, too (B09-20 in NT 2026.002 v1.11, production 2026-10-05). */
const contingencies = ['2', '4', '5', '9'];
const offline = '9';
const deliveryMonths = 3;
/** modFrete of issuers that do not deliver. */
const withoutDelivery = ['1', '4', '9'];
const simplified = '6';

const ofNfe: readonly Rule[] = [
  noteRule(
    228,
    'B09-20',
    (note, context) => !isOneOf(note.ide, 'tpEmis', ...contingencies) && age(note, context) > longestDelayMs,
  ),
  noteRule(504, 'B10-20', ({ ide }, { at }) => instant(textOf(ide, 'dhSaiEnt')) > at.getTime() + longestExitMs),
  noteRule(506, 'B10-40', ({ ide }) => textOf(ide, 'tpNF') === '1' && instant(textOf(ide, 'dhSaiEnt')) < issued(ide)),
  noteRule(1154, 'B10a-20', (note) => expected(note) > endOfDelivery(note)),
  noteRule(1155, 'B10a-30', (note) => expected(note) !== '' && expected(note) < left(note)),
  noteRule(1156, 'B10a-40', (note) => expected(note) !== '' && !isOneOf(note.ide, 'finNFe', '1', '4')),
  noteRule(1157, 'B10a-50', (note) => expected(note) !== '' && !deliversItself(note)),
  noteRule(710, 'B21-20', ({ ide }) => isOneOf(ide, 'tpImp', '4', '5')),
  noteRule(711, 'B22-10', ({ ide }) => textOf(ide, 'tpEmis') === offline && textOf(ide, 'tpImp') !== simplified),
  // NT 2026.002 v1.11 struck this rule, so that a note in a coupon may have this presence; for any other note it stays a mistake.
  noteRule(794, 'B25b-10', (note) => !isForConsumers(note) && textOf(note.ide, 'indPres') === '4'),
];

const ofNfce: readonly Rule[] = [
  noteRule(709, 'B21-10', ({ ide }) => !isOneOf(ide, 'tpImp', '0', '4', '5')),
  noteRule(712, 'B22-20', (note, context) => isOffline(note) && chosenByState('offlineConsumerNotes', note, context)),
  noteRule(714, 'B22-34', ({ ide }) => isOneOf(ide, 'tpEmis', '2', '4', '5')),
];

/** Rules of NFC-e that an NF-e with the simplified DANFE of type 2 must keep, too (NT 2026.002 v1.11). */
const forConsumers: readonly Rule[] = [
  noteRule(705, 'B10-10', ({ ide }) => textOf(ide, 'dhSaiEnt') !== undefined),
  noteRule(706, 'B11-10', ({ ide }) => textOf(ide, 'tpNF') === '0'),
  noteRule(707, 'B11a-10', ({ ide }) => textOf(ide, 'idDest') !== '1'),
  noteRule(715, 'B25-20', ({ ide }) => textOf(ide, 'finNFe') !== '1'),
  noteRule(716, 'B25a-10', ({ ide }) => textOf(ide, 'indFinal') !== '1'),
  noteRule(717, 'B25b-20', ({ ide }) => !isOneOf(ide, 'indPres', '1', '4', '5')),
  noteRule(708, 'BA01-10', ({ ide }) => references(ide) > 0),
];

/** Group B: dates, kind of print and emission, purpose, presence, contingency. */
export const identificationRules: readonly Rule[] = [
  noteRule(703, 'B09-10', (note, context) => age(note, context) < -futureToleranceMs),
  noteRule(271, 'B12-20', ({ ide }) => textOf(ide, 'cMunFG')?.slice(0, 2) !== textOf(ide, 'cUF')),
  noteRule(266, 'B07-10', ({ key }) => key.series >= 890 && key.series <= 899),
  noteRule(503, 'C02-30', ({ key, emit }) => taxIdOf(emit).length === 14 && key.series >= 920 && key.series <= 969),
  noteRule(495, 'C02a-10', ({ key, emit }) => taxIdOf(emit).length === 11 && (key.series < 920 || key.series > 969)),
  // Also an NF-e with the simplified DANFE of type 2 (NT 2026.002 v1.11, production 2026-10-05).
  noteRule(
    704,
    'B09-40',
    (note, context) => isForConsumers(note) && !isOffline(note) && age(note, context) > consumerDelayMs,
  ),
  ...onlyIf(isForConsumers, forConsumers),
  ...onlyIf(isNfe, ofNfe),
  ...onlyIf(isNfce, ofNfce),
  noteRule(556, 'B28-10', ({ ide }) => textOf(ide, 'tpEmis') === '1' && textOf(ide, 'dhCont') !== undefined),
  noteRule(557, 'B28-20', ({ ide }) => !isOneOf(ide, 'tpEmis', '1', '3') && textOf(ide, 'dhCont') === undefined),
  noteRule(558, 'B28-30', ({ ide }, { at }) => instant(textOf(ide, 'dhCont')) > at.getTime() + futureToleranceMs),
  noteRule(569, 'B28-40', ({ ide }) => instant(textOf(ide, 'dhCont')) < issued(ide) - longestContingencyMs),
];

/** The expected delivery (dPrevEntrega), AAAA-MM-DD; empty if there is none. */
function expected({ ide }: Note): string {
  return textOf(ide, 'dPrevEntrega') ?? '';
}

/** The day on which the goods left: of dhSaiEnt, else of dhEmi (observation of B10a-20 and B10a-30). */
function left({ ide }: Note): string {
  return (textOf(ide, 'dhSaiEnt') ?? textOf(ide, 'dhEmi') ?? '').slice(0, 10);
}

/** The last day for the expected delivery: three months after the goods left; a day that its month does not have is the month's last. */
function endOfDelivery(note: Note): string {
  const [year = 0, month = 0, day = 0] = left(note).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1 + deliveryMonths + 1, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + deliveryMonths, Math.min(day, lastDay)));
  return end.toISOString().slice(0, 10);
}

function deliversItself({ infNFe }: Note): boolean {
  return !isOneOf(child(infNFe, 'transp'), 'modFrete', ...withoutDelivery);
}

function isOffline({ ide }: Note): boolean {
  return textOf(ide, 'tpEmis') === offline;
}

function age({ ide }: Note, { at }: RuleContext): number {
  return at.getTime() - issued(ide);
}

function issued(ide: Note['ide']): number {
  return instant(textOf(ide, 'dhEmi'));
}

/** Unix milliseconds; NaN if there is no date, with which every comparison is false. */
function instant(text: string | undefined): number {
  return Date.parse(text ?? '');
}

function references(ide: Note['ide']): number {
  return children(ide, 'NFref').length;
}
