import type { Command } from 'commander';
import type { Company } from '../../domain/companies/company.entity.ts';
import type { CompanyCsc } from '../../domain/companies/csc.entity.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { findCompany, listCscs, removeCsc, setCsc } from '../../operations/provisioning.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { group, leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/option-values.ts';
import { readSecret } from '../terminal/secret.ts';
import { table } from '../terminal/table.ts';

type Chosen = { environment?: string };
type Addition = Chosen & { id: string; token?: string; tokenStdin?: true };

/** `lavra company csc set|list|remove` */
export function cscCommands(company: Command, shell: Shell): void {
  const csc = group(company, 'csc', 'CSC da NFC-e (código de segurança do contribuinte), por ambiente');
  const environment = ['--environment <ambiente>', 'PRODUCTION ou HOMOLOGATION; padrão: o da empresa'] as const;
  leaf(csc, 'set <empresa>', 'Registra o CSC de um ambiente; o código é pedido no terminal e nunca mais é mostrado')
    .requiredOption('--id <número>', 'identificador do CSC (idCSC), como 000001')
    .option(...environment)
    .option('--token-stdin', 'lê o código da entrada padrão')
    .option('--token <código>', 'código na linha de comando: fica no histórico e na lista de processos')
    .action(
      shell.does(async (session, reference: string, options: Addition) => {
        const { found, environment } = await chosen(session, reference, options);
        const token = await tokenFrom(options, shell);
        const added = await setCsc(await session.orm(), session.masterKey(), {
          company: found,
          environment,
          id: options.id,
          token,
        });
        return { data: shown(added), text: `CSC ${added.cscId} de ${found.name} registrado em ${environment}.` };
      }),
    );
  leaf(csc, 'list <empresa>', 'Lista os CSC de uma empresa, sem os códigos').action(
    shell.does(async (session, reference: string) => {
      const orm = await session.orm();
      const cscs = await listCscs(orm, await findCompany(orm, reference));
      return { data: cscs.map(shown), text: table(cscs.map(row), 'Não há CSC: a NFC-e sai com QR Code versão 3.') };
    }),
  );
  leaf(csc, 'remove <empresa>', 'Apaga o CSC de um ambiente')
    .option(...environment)
    .action(
      shell.does(async (session, reference: string, options: Chosen) => {
        const { found, environment } = await chosen(session, reference, options);
        await removeCsc(await session.orm(), { company: found, environment });
        return { data: { environment }, text: `CSC de ${found.name} em ${environment} apagado.` };
      }),
    );
}

async function chosen(
  session: Session,
  reference: string,
  { environment }: Chosen,
): Promise<{ found: Company; environment: Environment }> {
  const read = oneOf('--environment', environments);
  const wanted = environment === undefined ? undefined : read(environment);
  const found = await findCompany(await session.orm(), reference);
  return { found, environment: wanted ?? found.environment };
}

function tokenFrom({ token, tokenStdin }: Addition, shell: Shell): Promise<string> {
  if (token !== undefined) shell.warn('um código na linha de comando fica à vista; prefira --token-stdin.');
  const missing = new Refused(
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
