import type { Command } from 'commander';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type Environment, environments } from '../../domain/companies/settings.ts';
import { findCompany, removeCsrt, setCsrt } from '../../operations/provisioning.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { group, leaf } from '../terminal/help.ts';
import { oneOf } from '../terminal/option-values.ts';
import { readSecret } from '../terminal/secret.ts';

type Chosen = { environment?: string };
type Addition = Chosen & { id: string; code?: string; codeStdin?: true };

/** `lavra company csrt set|remove` */
export function csrtCommands(company: Command, shell: Shell): void {
  const csrt = group(company, 'csrt', 'CSRT (código de segurança do responsável técnico), por ambiente');
  const environment = ['--environment <ambiente>', 'PRODUCTION ou HOMOLOGATION; padrão: o da empresa'] as const;
  leaf(csrt, 'set <empresa>', 'Registra o CSRT de um ambiente; o código é pedido no terminal e nunca mais é mostrado')
    .requiredOption('--id <número>', 'identificador do CSRT (idCSRT), como 01')
    .option(...environment)
    .option('--code-stdin', 'lê o código da entrada padrão')
    .option('--code <código>', 'código na linha de comando: fica no histórico e na lista de processos')
    .action(
      shell.does(async (session, reference: string, options: Addition) => {
        const place = await chosen(session, reference, options);
        const code = await codeFrom(options, shell);
        const { id } = await setCsrt(await session.orm(), session.masterKey(), { ...place, id: options.id, code });
        const { company: found, environment } = place;
        return { data: { environment, id }, text: `CSRT ${id} de ${found.name} registrado em ${environment}.` };
      }),
    );
  leaf(csrt, 'remove <empresa>', 'Apaga o CSRT de um ambiente')
    .option(...environment)
    .action(
      shell.does(async (session, reference: string, options: Chosen) => {
        const place = await chosen(session, reference, options);
        await removeCsrt(await session.orm(), place);
        const { company: found, environment } = place;
        return { data: { environment }, text: `CSRT de ${found.name} em ${environment} apagado.` };
      }),
    );
}

async function chosen(
  session: Session,
  reference: string,
  { environment }: Chosen,
): Promise<{ company: Company; environment: Environment }> {
  const read = oneOf('--environment', environments);
  const wanted = environment === undefined ? undefined : read(environment);
  const company = await findCompany(await session.orm(), reference);
  return { company, environment: wanted ?? company.environment };
}

function codeFrom({ code, codeStdin }: Addition, shell: Shell): Promise<string> {
  if (code !== undefined) shell.warn('um código na linha de comando fica à vista; prefira --code-stdin.');
  const missing = new Refused(
    'token_missing',
    'Falta o código: use --code-stdin, ou rode num terminal para digitá-lo.',
  );
  return readSecret({ inline: code, fromStdin: codeStdin }, { question: 'Código (CSRT): ', missing }, shell);
}
