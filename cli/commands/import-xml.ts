import type { Command } from 'commander';
import type { PastKind } from '../../operations/past/take-files.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { PastReport } from '../past/import-past.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';

/** Exit code of an import that finished and refused some files. */
const filesRefused = 4;

const help = `
Lê pastas com as de dentro e ZIPs sem extraí-los: NF-e e NFC-e autorizadas (nfeProc), eventos (procEventoNFe), inutilizações
(procInutNFe), NFS-e do leiaute nacional e seus eventos. As notas da empresa ficam em "lavra past list"; as que outros emitiram para ela,
em "lavra received list". A próxima nota de cada série passa a ser a que vem depois da mais alta importada,
e clientes e produtos que faltam são cadastrados com o que as notas de produção dizem deles; os que existem ficam como estão.
Interrompida, a importação continua de onde parou com o mesmo comando; o que já está aqui nunca muda.
Código de saída: 0 tudo importado; ${filesRefused} importado, com arquivos recusados; os outros como em "lavra --help".

Exemplo:
  lavra import xml ./xml-do-sistema-antigo --company 11222333000181 --dry-run
  lavra import xml backup-202610.zip --company 11222333000181 --errors recusados.csv`;

type Options = { company: string; dryRun?: true; errors?: string; json?: true };

/** `lavra import xml <folder|zip|file>` */
export function importXmlCommand(imports: Command, shell: Shell): void {
  leaf(
    imports,
    'xml <caminho>',
    'Importa o passado: os XML de uma pasta, de um ZIP ou de um arquivo do sistema anterior',
  )
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa que emitiu ou recebeu as notas')
    .option('--dry-run', 'confere tudo e não grava nada')
    .option('--errors <arquivo>', 'grava num CSV os arquivos recusados, com código e motivo')
    .addHelpText('after', help)
    .action(
      shell.does(async (session, path: string, { company: reference, dryRun, errors, json }: Options) => {
        // Loaded here because they bring the ZIP reader, libxml2 and the progress bar.
        const { importPast } = await import('../past/import-past.ts');
        const { noProgress, showProgress } = await import('../terminal/progress.ts');
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), reference);
        const progress = json ? noProgress : showProgress(shell.stderr, 'arquivos');
        const request = { path, company, actor: session.actor, dryRun: dryRun ?? false, errorsPath: errors };
        const report = await importPast(orm, request, progress);
        return { data: report, text: inWords(report), exitCode: report.refused > 0 ? filesRefused : 0 };
      }),
    );
}

const nouns: Record<PastKind, string> = {
  NFE: 'NF-e emitidas',
  NFCE: 'NFC-e emitidas',
  NFSE: 'NFS-e emitidas',
  EVENT: 'eventos das notas emitidas',
  INUTILIZATION: 'inutilizações',
  RECEIVED_NOTE: 'notas recebidas',
  RECEIVED_EVENT: 'eventos de notas recebidas',
  AWAITING_EVENT: 'eventos à espera da nota de que tratam, que não está aqui',
};

const shownErrors = 20;

function inWords({
  path,
  dryRun,
  files,
  ignored,
  stored,
  known,
  records,
  refused,
  errors,
  errorsFile,
  seconds,
}: PastReport): string {
  const pace = seconds > 0 ? ` (${Math.round(files / seconds)} por segundo)` : '';
  const kinds = (Object.entries(stored) as [PastKind, number][]).filter(([, count]) => count > 0);
  return [
    `${path} ${dryRun ? 'conferido, nada foi gravado' : 'importado'}: ${files} arquivos em ${seconds.toFixed(1)} s${pace}.`,
    ...kinds.map(([kind, count]) => `  ${count} ${nouns[kind]}${dryRun ? ' a gravar' : ''}`),
    ...(records.clients + records.products > 0
      ? [`  ${records.clients} clientes e ${records.products} produtos cadastrados das notas`]
      : []),
    ...(known > 0 ? [`  ${known} já estavam aqui`] : []),
    ...(ignored > 0 ? [`  ${ignored} não são XML e ficaram de fora`] : []),
    ...(refused > 0
      ? [`  ${refused} recusados:`, ...errors.slice(0, shownErrors).map(({ name, reason }) => `    ${name}: ${reason}`)]
      : []),
    ...(refused > shownErrors ? ['    ...'] : []),
    ...(refused > 0 && errorsFile === null
      ? ['Com --errors <arquivo.csv> todos os recusados vão para um arquivo, com o motivo.']
      : []),
    ...(errorsFile !== null && refused > 0 ? [`Os recusados estão em ${errorsFile}.`] : []),
  ].join('\n');
}
