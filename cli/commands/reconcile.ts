import type { Command } from 'commander';
import type { Company } from '../../domain/companies/company.entity.ts';
import { hasBegun, type Month, monthFromDigits } from '../../domain/month.ts';
import { comparedMonth, leaveDifferences } from '../../operations/comparison/differences.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { CommandResult, Session, Shell } from '../session.ts';

type Options = {
  company: string;
  month: Month;
  doubtful?: true;
  show?: true;
  leave?: string[];
  wait: boolean;
  json?: true;
};

const help = `
Pergunta à autoridade, uma a uma e sem pressa (cinco por segundo), por todos os números de produção do mês, de todas as séries: notas pela
chave, números sem nota pelo número, NFS-e pela DPS, e alguns números além do último. O que difere fica gravado, aparece em
"lavra attention" e sai da lista quando uma conferência seguinte não o encontra mais. Sozinho, o Lavra faz isto uma vez por mês, a
partir do dia 3, com o mês anterior.

A conferência segue no worker mesmo que este comando termine antes (Ctrl-C). Com --show só mostra o que a última encontrou.
Sai com 0 se nada difere, com 1 se algo difere.

Exemplos:
  lavra reconcile --company 11222333000181 --month 2026-10
  lavra reconcile --company 11222333000181 --month 2026-10 --show
  lavra reconcile --company 11222333000181 --month 2026-10 --leave 019ac0de-0000-7000-8000-000000000001`;

/** `lavra reconcile` */
export function reconcileCommand(reconcile: Command, shell: Shell): void {
  reconcile
    .requiredOption('--company <cnpj, cpf ou id>', 'a empresa')
    .requiredOption('--month <mês>', 'o mês da emissão, como 2026-10', monthOption)
    .option('--doubtful', 'só os números sem situação certa: lacunas, recusadas e os além do último')
    .option('--show', 'mostra o que a última conferência do mês encontrou, sem perguntar nada')
    .option('--leave <id...>', 'diz que não há mais o que fazer destas diferenças; "all" são todas as do mês')
    .option('--no-wait', 'só começa, sem acompanhar')
    .addHelpText('after', help)
    .action(
      shell.does(async (session, options: Options) => {
        const company = await findCompany(acrossCompanies(await session.orm()), options.company);
        if (options.leave) return left(session, company, options.month, options.leave);
        if (!options.show) await compare(session, shell, company, options);
        return shown(session, company, options.month);
      }),
    );
}

function monthOption(text: string): Month {
  const read = monthFromDigits(text);
  if (!read || read.year < 2006) {
    throw new CommandRefused('invalid_input', `--month deve ser um mês como 2026-10; veio "${text}".`);
  }
  if (!hasBegun(read, new Date())) throw new CommandRefused('invalid_input', `O mês ${text} ainda não começou.`);
  return read;
}

async function compare(session: Session, shell: Shell, company: Company, options: Options): Promise<void> {
  const { startComparing, untilCompared } = await import('../comparison/compare.ts'); // loaded here because it brings the Temporal client
  const { noProgress, showProgress } = await import('../terminal/progress.ts'); // loaded here because it brings the progress bar
  const started = await startComparing(session, company, options.month, { everyNote: !options.doubtful });
  if (!started.isNew) shell.warn('Já há uma conferência deste mês em andamento: esta é ela.');
  if (!started.isTaken) shell.warn('O Temporal não responde: a conferência começa quando ele voltar.');
  if (!options.wait) return;
  const board = options.json ? noProgress : showProgress(shell.stderr, 'números');
  await untilCompared(session, company, options.month, { board, warn: shell.warn });
}

async function shown(session: Session, { id, taxId }: Company, month: Month): Promise<CommandResult> {
  const { comparedInWords } = await import('../comparison/in-words.ts');
  const found = await comparedMonth(acrossCompanies(await session.orm()), { companyId: id, taxId, month });
  const text = comparedInWords(found, { taxId, month });
  return { data: found, text, exitCode: found && found.differences.length > 0 ? 1 : 0 };
}

async function left(session: Session, { id }: Company, month: Month, ids: string[]): Promise<CommandResult> {
  const em = acrossCompanies(await session.orm());
  const count = await leaveDifferences(em, { companyId: id, month }, ids.includes('all') ? 'ALL' : ids, session.actor);
  return {
    data: { left: count },
    text: count === 1 ? '1 diferença encerrada.' : `${count} diferenças encerradas.`,
  };
}
