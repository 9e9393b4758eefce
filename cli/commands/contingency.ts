import type { Command } from 'commander';
import { readLawTables } from '../../config/rates.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import type { Standing } from '../../domain/conversation/authority.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import type { AuthorityState } from '../../operations/contingency/authorities.ts';
import {
  type ContingencyType,
  contingencyTypes,
  enterContingency,
  leaveContingency,
  type ContingencyPlace,
  contingencyPlaceInWords,
  switchOf,
} from '../../operations/contingency/by-hand.ts';
import { type ContingencyNow, contingencyNow } from '../../operations/contingency/show.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { Session, Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/input.ts';
import { brasiliaMoment } from '../terminal/output.ts';
import { giveUpCommand, replacedInWords, replacedRetryCommand } from './replaced-notes.ts';

type Options = { company: string; model: ContingencyType; environment?: Environment };

/** `lavra contingency show|enter|leave|give-up|retry` */
export function contingencyCommands(contingency: Command, shell: Shell): void {
  showCommand(contingency, shell);
  enterCommand(contingency, shell);
  leaveCommand(contingency, shell);
  giveUpCommand(contingency, shell);
  replacedRetryCommand(contingency, shell);
}

const company = ['--company <cnpj, cpf ou id>', 'a empresa'] as const;
const environment = [
  '--environment <ambiente>',
  'PRODUCTION ou HOMOLOGATION (padrão: o da empresa)',
  oneOf('--environment', environments),
] as const;
const model = ['--model <modelo>', contingencyTypes.join(' ou '), oneOf('--model', contingencyTypes)] as const;

const showHelp = `
Exemplos:
  lavra contingency show --company 11222333000181
  lavra contingency show --company 11222333000181 --model NFCE --environment PRODUCTION --json`;

function showCommand(contingency: Command, shell: Shell): void {
  leaf(contingency, 'show', 'Mostra o que vale para a empresa, como estão os autorizadores e o que falta transmitir')
    .requiredOption(...company)
    .option(...model)
    .option(...environment)
    .addHelpText('after', showHelp)
    .action(
      shell.does(async (session, options: Omit<Options, 'model'> & { model?: ContingencyType }) => {
        const orm = await session.orm();
        const found = await findCompany(acrossCompanies(orm), options.company);
        const types = options.model === undefined ? contingencyTypes : [options.model];
        const asked = { company: found, environment: options.environment ?? found.environment, types };
        const data = await contingencyNow(acrossCompanies(orm), asked);
        return { data, text: contingencyInWords(data, { types, now: new Date() }) };
      }),
    );
}

const enterHelp = `
As notas saem em contingência até "lavra contingency leave", ainda que o serviço volte antes. O motivo vai em cada nota (xJust).

Exemplos:
  lavra contingency enter --company 11222333000181 --model NFCE --reason "Sem internet na loja desde as 14h"
  lavra contingency enter --company 11222333000181 --model NFE --environment PRODUCTION --reason "SEFAZ fora do ar, sem previsão"`;

function enterCommand(contingency: Command, shell: Shell): void {
  leaf(contingency, 'enter', 'Entra em contingência: as notas do modelo saem nela até alguém sair')
    .requiredOption(...company)
    .requiredOption(...model)
    .option(...environment)
    .requiredOption('--reason <texto>', 'por quê, de 15 a 256 caracteres: vai na nota (xJust)')
    .addHelpText('after', enterHelp)
    .action(
      shell.does(async (session, options: Options & { reason: string }) => {
        const place = await placeOf(session, options);
        const states = readLawTables(session.env()).contingency;
        const { reason, enteredAt } = await enterContingency(
          acrossCompanies(await session.orm()),
          place,
          options.reason,
          {
            states,
            actor: session.actor,
          },
        );
        const told = await tellNotes(session, place, shell);
        const data = { environment: place.environment, model: place.type, reason, enteredAt, told };
        return { data, text: `Contingência de ${contingencyPlaceInWords(place)} declarada.${toldInWords(told)}` };
      }),
    );
}

const leaveHelp = `
O que já saiu em contingência é transmitido de todo modo.

Exemplo:
  lavra contingency leave --company 11222333000181 --model NFCE`;

function leaveCommand(contingency: Command, shell: Shell): void {
  leaf(contingency, 'leave', 'Sai da contingência em que uma pessoa entrou')
    .requiredOption(...company)
    .requiredOption(...model)
    .option(...environment)
    .addHelpText('after', leaveHelp)
    .action(
      shell.does(async (session, options: Options) => {
        const place = await placeOf(session, options);
        const { enteredAt, leftAt } = await leaveContingency(
          acrossCompanies(await session.orm()),
          place,
          new Date(),
          session.actor,
        );
        const told = await tellNotes(session, place, shell);
        const data = { environment: place.environment, model: place.type, enteredAt, leftAt, told };
        return { data, text: `Contingência de ${contingencyPlaceInWords(place)} encerrada.${toldInWords(told)}` };
      }),
    );
}

async function placeOf(
  session: Session,
  { company: reference, model: type, environment: named }: Options,
): Promise<ContingencyPlace> {
  const found = await findCompany(acrossCompanies(await session.orm()), reference);
  return { company: found, environment: named ?? found.environment, type };
}

async function tellNotes(session: Session, place: ContingencyPlace, shell: Shell): Promise<number | null> {
  const { tellNotesOfPlace } = await import('../tell-mended.ts'); // loaded here because it brings the Temporal client
  const told = await tellNotesOfPlace(session, place);
  if (told === null) shell.warn('O Temporal não responde: as notas que esperam olham por si, em até uma hora.');
  return told;
}

function toldInWords(told: number | null): string {
  return told ? ` ${told} nota(s) em espera avisada(s).` : '';
}

/** The contingencies of a company, for a person. */
function contingencyInWords(
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

function authorityInWords(authority: AuthorityState, now: Date): string[] {
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
