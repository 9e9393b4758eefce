import type { Command } from 'commander';
import type { Company, CompanyCsc } from '../../domain/companies/company.entity.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany, listCscs, removeCsc, removeCsrt, setCsc, setCsrt } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session, Shell } from '../session.ts';
import { commandGroup, leaf } from '../terminal/help.ts';
import { oneOf, readSecret } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

type EnvironmentOption = { environment?: string };
type CscAddition = EnvironmentOption & { id: string; token?: string; tokenStdin?: true };

/** `lavra company csc set|list|remove` */
export function cscCommands(company: Command, shell: Shell): void {
  const csc = commandGroup(company, 'csc', 'CSC da NFC-e (código de segurança do contribuinte), por ambiente');
  const environment = ['--environment <ambiente>', 'PRODUCTION ou HOMOLOGATION; padrão: o da empresa'] as const;
  leaf(csc, 'set <empresa>', 'Registra o CSC de um ambiente; o código é pedido no terminal e nunca mais é mostrado')
    .requiredOption('--id <número>', 'identificador do CSC (idCSC), como 000001')
    .option(...environment)
    .option('--token-stdin', 'lê o código da entrada padrão')
    .option('--token <código>', 'código na linha de comando: fica no histórico e na lista de processos')
    .action(
      shell.does(async (session, reference: string, options: CscAddition) => {
        const { company: found, environment } = await chosen(session, reference, options);
        const token = await tokenFrom(options, shell);
        const written = { company: found, environment, id: options.id, token };
        const added = await setCsc(acrossCompanies(await session.orm()), session.masterKey(), written, session.actor);
        return { data: shown(added), text: `CSC ${added.cscId} de ${found.name} registrado em ${environment}.` };
      }),
    );
  leaf(csc, 'list <empresa>', 'Lista os CSC de uma empresa, sem os códigos').action(
    shell.does(async (session, reference: string) => {
      const orm = await session.orm();
      const cscs = await listCscs(acrossCompanies(orm), await findCompany(acrossCompanies(orm), reference));
      return { data: cscs.map(shown), text: textTable(cscs.map(row), 'Não há CSC: a NFC-e sai com QR Code versão 3.') };
    }),
  );
  leaf(csc, 'remove <empresa>', 'Apaga o CSC de um ambiente')
    .option(...environment)
    .action(
      shell.does(async (session, reference: string, options: EnvironmentOption) => {
        const { company: found, environment } = await chosen(session, reference, options);
        await removeCsc(acrossCompanies(await session.orm()), { company: found, environment }, session.actor);
        return { data: { environment }, text: `CSC de ${found.name} em ${environment} apagado.` };
      }),
    );
}

/** The company, and the environment that was typed or else the company's own. */
async function chosen(
  session: Session,
  reference: string,
  { environment }: EnvironmentOption,
): Promise<{ company: Company; environment: Environment }> {
  const read = oneOf('--environment', environments);
  const wanted = environment === undefined ? undefined : read(environment);
  const company = await findCompany(acrossCompanies(await session.orm()), reference);
  return { company, environment: wanted ?? company.environment };
}

function tokenFrom({ token, tokenStdin }: CscAddition, shell: Shell): Promise<string> {
  if (token !== undefined) shell.warn('um código na linha de comando fica à vista; prefira --token-stdin.');
  const missing = new CommandRefused(
    'token_missing',
    'Falta o código: use --token-stdin, ou rode num terminal para digitá-lo.',
  );
  return readSecret({ inline: token, fromStdin: tokenStdin }, { question: 'Código (CSC): ', missing }, shell);
}

function shown({ company, environment, cscId, updatedAt }: CompanyCsc) {
  return { companyId: company, environment, id: cscId, updatedAt };
}

function row({ environment, cscId, updatedAt }: CompanyCsc): Record<string, string> {
  return { Ambiente: environment, Id: cscId, Registrado: updatedAt.toISOString().slice(0, 10) };
}

type CsrtAddition = EnvironmentOption & { id: string; code?: string; codeStdin?: true };

/** `lavra company csrt set|remove` */
export function csrtCommands(company: Command, shell: Shell): void {
  const csrt = commandGroup(company, 'csrt', 'CSRT (código de segurança do responsável técnico), por ambiente');
  const environment = ['--environment <ambiente>', 'PRODUCTION ou HOMOLOGATION; padrão: o da empresa'] as const;
  leaf(csrt, 'set <empresa>', 'Registra o CSRT de um ambiente; o código é pedido no terminal e nunca mais é mostrado')
    .requiredOption('--id <número>', 'identificador do CSRT (idCSRT), como 01')
    .option(...environment)
    .option('--code-stdin', 'lê o código da entrada padrão')
    .option('--code <código>', 'código na linha de comando: fica no histórico e na lista de processos')
    .action(
      shell.does(async (session, reference: string, options: CsrtAddition) => {
        const place = await chosen(session, reference, options);
        const code = await codeFrom(options, shell);
        const written = { ...place, id: options.id, code };
        const { id } = await setCsrt(acrossCompanies(await session.orm()), session.masterKey(), written, session.actor);
        const { company: found, environment } = place;
        return { data: { environment, id }, text: `CSRT ${id} de ${found.name} registrado em ${environment}.` };
      }),
    );
  leaf(csrt, 'remove <empresa>', 'Apaga o CSRT de um ambiente')
    .option(...environment)
    .action(
      shell.does(async (session, reference: string, options: EnvironmentOption) => {
        const place = await chosen(session, reference, options);
        await removeCsrt(acrossCompanies(await session.orm()), place, session.actor);
        const { company: found, environment } = place;
        return { data: { environment }, text: `CSRT de ${found.name} em ${environment} apagado.` };
      }),
    );
}

function codeFrom({ code, codeStdin }: CsrtAddition, shell: Shell): Promise<string> {
  if (code !== undefined) shell.warn('um código na linha de comando fica à vista; prefira --code-stdin.');
  const missing = new CommandRefused(
    'token_missing',
    'Falta o código: use --code-stdin, ou rode num terminal para digitá-lo.',
  );
  return readSecret({ inline: code, fromStdin: codeStdin }, { question: 'Código (CSRT): ', missing }, shell);
}
