import type { Command } from 'commander';
import { findCompany } from '../../operations/provisioning.ts';
import type { ExportReport } from '../received/export-file.ts';
import type { Shell } from '../shell.ts';
import { group, leaf } from '../terminal/help.ts';
import { wholeNumber } from '../terminal/option-values.ts';

/** `lavra received export` */
export function receivedCommands(program: Command, shell: Shell): void {
  const received = group(program, 'received', 'Documentos que outros emitiram contra uma empresa');
  exportCommand(received, shell);
}

type ExportOptions = {
  company: string;
  year: number;
  month: number;
  notes: boolean;
  events: boolean;
  summaries?: boolean;
  out?: string;
  json?: true;
};

const exportHelp = `
O mês é o da emissão, e dos eventos o do próprio evento, no horário de Brasília; só entra o ambiente em que a empresa está.
O arquivo só recebe seu nome quando está completo; um anterior de mesmo nome é substituído.

Exemplo:
  lavra received export --company 11222333000181 --year 2026 --month 10 --out outubro.zip`;

function exportCommand(received: Command, shell: Shell): void {
  leaf(received, 'export', 'Grava os XML de um mês num ZIP, com as pastas notas, eventos e resumos')
    .requiredOption('--company <cnpj ou id>', 'empresa que recebeu os documentos')
    .requiredOption('--year <ano>', 'ano da emissão', wholeNumber('--year', 2006, 9999))
    .requiredOption('--month <mês>', 'mês da emissão, de 1 a 12', wholeNumber('--month', 1, 12))
    .option('--summaries', 'inclui também os resumos das NF-e cujo XML completo não chegou')
    .option('--no-notes', 'deixa as notas de fora')
    .option('--no-events', 'deixa os eventos de fora')
    .option('--out <arquivo>', 'onde gravar (padrão: <cnpj>-<ano>-<mês>.zip, nesta pasta)')
    .addHelpText('after', exportHelp)
    .action(
      shell.does(async (session, { year, month, notes, events, summaries = false, ...options }: ExportOptions) => {
        const { exportFile } = await import('../received/export-file.ts');
        const { noProgress, showProgress } = await import('../terminal/progress.ts'); // brings the progress bar
        const orm = await session.orm();
        const company = await findCompany(orm, options.company);
        const kinds = { notes, events, summaries };
        const progress = options.json ? noProgress : showProgress(shell.stderr, 'arquivos');
        const data = await exportFile(orm, { company, month: { year, month }, kinds, path: options.out }, progress);
        return { data, text: inWords(data) };
      }),
    );
}

function inWords({ path, documentCount, pendingSummaries, byteCount, environment }: ExportReport): string {
  const megabytes = (byteCount / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const files = `${documentCount} ${documentCount === 1 ? 'arquivo' : 'arquivos'}`;
  const where = environment === 'HOMOLOGATION' ? ', do ambiente de homologação' : '';
  const lacking =
    pendingSummaries > 0 ? `\nDe ${pendingSummaries} NF-e do mês só há o resumo: o XML completo ainda não chegou.` : '';
  return `${files} em ${path} (${megabytes} MB)${where}.${lacking}`;
}
