import type { Command } from 'commander';
import { readRates } from '../../config/rates.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { enterContingency } from '../../operations/contingency/enter.ts';
import { leaveContingency } from '../../operations/contingency/leave.ts';
import {
  type ContingencyType,
  contingencyTypes,
  type Place,
  placeInWords,
} from '../../operations/contingency/place.ts';
import { contingencyNow } from '../../operations/contingency/show.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { contingencyInWords } from '../contingency/in-words.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/option-values.ts';
import { giveUpCommand, replacedRetryCommand } from './replaced-notes.ts';

type Options = { company: string; model: ContingencyType; environment?: Environment };

/** `lavra contingency show|enter|leave|give-up|retry` */
export function contingencyCommands(contingency: Command, shell: Shell): void {
  showCommand(contingency, shell);
  enterCommand(contingency, shell);
  leaveCommand(contingency, shell);
  giveUpCommand(contingency, shell);
  replacedRetryCommand(contingency, shell);
}

const company = ['--company <cnpj ou id>', 'a empresa'] as const;
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
        const found = await findCompany(orm, options.company);
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
        const states = readRates(session.env()).contingency;
        const { reason, enteredAt } = await enterContingency(await session.orm(), place, options.reason, { states });
        const told = await tellNotes(session, place, shell);
        const data = { environment: place.environment, model: place.type, reason, enteredAt, told };
        return { data, text: `Contingência de ${placeInWords(place)} declarada.${toldInWords(told)}` };
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
        const { enteredAt, leftAt } = await leaveContingency(await session.orm(), place);
        const told = await tellNotes(session, place, shell);
        const data = { environment: place.environment, model: place.type, enteredAt, leftAt, told };
        return { data, text: `Contingência de ${placeInWords(place)} encerrada.${toldInWords(told)}` };
      }),
    );
}

async function placeOf(
  session: Session,
  { company: reference, model: type, environment: named }: Options,
): Promise<Place> {
  const found = await findCompany(await session.orm(), reference);
  return { company: found, environment: named ?? found.environment, type };
}

async function tellNotes(session: Session, place: Place, shell: Shell): Promise<number | null> {
  const { tellWaitingNotes } = await import('../contingency/tell.ts'); // brings the Temporal client
  const told = await tellWaitingNotes(session, place);
  if (told === null) shell.warn('O Temporal não responde: as notas que esperam olham por si, em até uma hora.');
  return told;
}

function toldInWords(told: number | null): string {
  return told ? ` ${told} nota(s) em espera avisada(s).` : '';
}
