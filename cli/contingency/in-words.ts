import type { Standing } from '../../domain/conversation/standing.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { AuthorityNow } from '../../operations/contingency/authorities.ts';
import { type ContingencyType, switchOf } from '../../operations/contingency/place.ts';
import type { ContingencyNow } from '../../operations/contingency/show.ts';
import { ageOf } from '../attention/in-words.ts';
import { brasiliaMoment } from '../terminal/moments.ts';
import { replacedInWords } from './replaced-in-words.ts';

/** How a company stands with contingencies, as a person reads it. */
export function contingencyInWords(
  state: ContingencyNow,
  { types, now }: { types: readonly ContingencyType[]; now: Date },
): string {
  return [
    `Contingência em ${state.environment}:`,
    ...types.map((type) => `  ${settingInWords(state, type)}`),
    '',
    'Declarada por uma pessoa:',
    ...listed(state.entered.map((entry) => enteredInWords(entry, now))),
    '',
    'Autorizadores:',
    ...listed(state.authorities.flatMap((authority) => authorityInWords(authority, now))),
    '',
    'Emitidas em contingência, ainda não transmitidas:',
    ...listed(state.toTransmit.map((each) => transmissionInWords(each, now))),
    '',
    'Notas substituídas, ainda não resolvidas:',
    ...listed(state.replaced.flatMap((note) => replacedInWords(note, now))),
  ].join('\n');
}

const listed = (lines: string[]): string[] => (lines.length === 0 ? ['  nenhuma'] : lines.map((line) => `  ${line}`));

const switches = {
  AUTOMATIC: (seconds: number) => `automática, depois de ${seconds} s sem resposta`,
  MANUAL: () => 'só quando uma pessoa a declara',
  OFF: () => 'desligada',
} as const;

function settingInWords({ settings }: ContingencyNow, type: ContingencyType): string {
  const field = switchOf(type);
  const giveUp =
    settings.giveUp === 'AUTOMATIC'
      ? 'números que a SEFAZ nunca teve são inutilizados por si'
      : 'números que a SEFAZ nunca teve são propostos a uma pessoa';
  const when = switches[settings[field]](settings.afterSeconds[field]);
  return `${traitsOf[type].title}: ${settings[field]} (${when}); ${giveUp}`;
}

function enteredInWords({ type, reason, enteredAt }: ContingencyNow['entered'][number], now: Date): string {
  return `${traitsOf[type].title}, ${ageOf({ since: enteredAt }, now)} (${brasiliaMoment(enteredAt)}): ${reason}`;
}

const standings: Record<Standing, string> = {
  OPEN: 'em operação',
  SHUT: 'FORA DO AR',
  CLOSING: 'em desativação',
  OFF: 'desativada',
};

function authorityInWords(authority: AuthorityNow, now: Date): string[] {
  const { type, authorizer, isSvc, standing, since, reason, cStat, changes } = authority;
  const role = isSvc ? ' (contingência)' : '';
  const name = `${traitsOf[type].title}, ${authorizer}${role}`;
  if (standing === null || since === null) return [`${name}: sem nada registrado`];
  const answer = cStat === null ? '' : `${cStat}: `;
  return [
    `${name}: ${standings[standing]}, ${ageOf({ since }, now)} (${answer}${reason ?? ''})`,
    ...changes.map((each) => `  ${brasiliaMoment(each.changedAt)}  ${standings[each.standing]}  ${each.reason}`),
  ];
}

function transmissionInWords(each: ContingencyNow['toTransmit'][number], now: Date): string {
  const { type, count, oldestSince, transmitBy } = each;
  const by = transmitBy === null ? '' : `; a próxima a vencer, até ${brasiliaMoment(transmitBy)}`;
  return `${traitsOf[type].title}: ${count}, a mais antiga ${ageOf({ since: oldestSince }, now)}${by}`;
}
