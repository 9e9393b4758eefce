import type { Command } from 'commander';
import { type ImportKind, importKinds } from '../../domain/imports/import-run.entity.ts';
import { exampleFile } from '../../domain/imports/rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import { columnsOf, type ImportOptions, readImportOptions } from '../import/options.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { importXmlCommand } from './import-xml.ts';

/** Exit code of an import that ended with refused rows. */
const rowsRefused = 4;

const texts: Record<ImportKind, { description: string; key: string }> = {
  clients: { description: 'Importa clientes de um arquivo CSV', key: 'CPF ou CNPJ' },
  products: { description: 'Importa produtos de um arquivo CSV', key: 'código' },
};

/** `lavra import clients|products|xml|template` */
export function importCommands(imports: Command, shell: Shell): void {
  for (const kind of importKinds) importCommand(imports, kind, shell);
  importXmlCommand(imports, shell);
  leaf(
    imports,
    'template <tipo>',
    'Mostra um CSV de exemplo (clients ou products); com --json, todas as colunas',
  ).action(
    shell.does(async (_session, name: string) => {
      const kind = importKinds.find((known) => known === name);
      if (!kind)
        throw new CommandRefused('invalid_input', `Há exemplos de ${importKinds.join(' e de ')}; veio "${name}".`);
      const data = columnsOf[kind].map(({ field, alias }) => ({ field, alsoHeaded: alias }));
      return { data, text: exampleFile(columnsOf[kind]) };
    }),
  );
}

function importCommand(imports: Command, kind: ImportKind, shell: Shell): void {
  const { description, key } = texts[kind];
  leaf(imports, `${kind} <arquivo>`, description)
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa dona dos cadastros')
    .option('--dry-run', 'confere tudo, também contra o que já está cadastrado, e não grava nada')
    .option('--update', `altera o que já está cadastrado com o mesmo ${key}; sem ela fica como está`)
    .option('--errors <arquivo>', 'grava as linhas recusadas num CSV, com linha e motivo, para corrigir e importar')
    .option('--again', 'importa de novo um arquivo que já foi importado até o fim')
    .option('--delimiter <caractere>', 'separador das colunas: ";", "," ou tab (padrão: o do cabeçalho)')
    .option('--encoding <codificação>', 'utf-8, windows-1252 ou utf-16le (padrão: a do arquivo)')
    .option('--decimal <estilo>', 'comma para 1.234,56 ou point para 1,234.56 (padrão: o do arquivo)')
    .option(
      '--map <coluna=campo>',
      'diz que campo uma coluna é; "coluna=" deixa a coluna de fora; repete-se',
      added,
      [],
    )
    .option('--ignore-unknown', 'deixa de fora as colunas que não são conhecidas')
    .addHelpText('after', help(kind))
    .action(
      shell.does(async (session, path: string, options: ImportOptions & { json?: true }) => {
        const request = readImportOptions(options, kind);
        // They bring the CSV parser, the API's contract and the progress bar.
        const { importFile } = await import('../import/import-file.ts');
        const { noProgress, showProgress } = await import('../terminal/progress.ts');
        const { reportInWords } = await import('../import/report.ts');
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), options.company);
        const progress = options.json ? noProgress : showProgress(shell.stderr, 'linhas');
        const report = await importFile(orm, { ...request, path, company, actor: session.actor }, progress);
        return { data: report, text: reportInWords(report), exitCode: report.refused > 0 ? rowsRefused : 0 };
      }),
    );
}

function added(pair: string, pairs: string[] = []): string[] {
  return [...pairs, pair];
}

function help(kind: ImportKind): string {
  return `
A primeira linha do arquivo diz os campos, com os nomes da API ou com os que os ERPs usam;
"lavra import template ${kind}" mostra um exemplo, e com --json todos os nomes.
Interrompida, a importação continua de onde parou com o mesmo comando e o mesmo arquivo.
Código de saída: 0 tudo importado; ${rowsRefused} importado, com linhas recusadas; os outros como em "lavra --help".

Exemplo:
  lavra import ${kind} ${kind === 'clients' ? 'clientes' : 'produtos'}.csv --company 11222333000181 --dry-run
  lavra import ${kind} ${kind === 'clients' ? 'clientes' : 'produtos'}.csv --company 11222333000181 --errors recusados.csv`;
}
