import type { Command } from 'commander';
import { type ImportKind, importKinds } from '../../domain/imports/import-run.entity.ts';
import { exampleLines } from '../../domain/imports/line-examples.ts';
import { exampleFile } from '../../domain/imports/rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import { importColumns, type ImportOptions, readImportOptions } from '../import/options.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { importXmlCommand } from './import-xml.ts';

/** Exit code of an import that finished and refused some rows. */
const rowsRefused = 4;

const texts: Record<ImportKind, { description: string; key: string; file: string }> = {
  clients: { description: 'Importa clientes de um arquivo CSV', key: 'CPF ou CNPJ', file: 'clientes.csv' },
  products: { description: 'Importa produtos de um arquivo CSV', key: 'código', file: 'produtos.csv' },
  carriers: {
    description: 'Importa transportadoras de um arquivo CSV',
    key: 'CPF ou CNPJ',
    file: 'transportadoras.csv',
  },
  'tax-rules': {
    description: 'Importa regras de tributação: um JSON em cada linha, como a API as recebe',
    ...{ key: 'nome e model', file: 'regras.jsonl' },
  },
  'fiscal-templates': {
    description: 'Importa modelos fiscais: um JSON em cada linha, como a API os recebe',
    ...{ key: 'nome e type', file: 'modelos.jsonl' },
  },
};

/** `lavra import clients|products|carriers|tax-rules|fiscal-templates|xml|template` */
export function importCommands(imports: Command, shell: Shell): void {
  for (const kind of importKinds) importCommand(imports, kind, shell);
  importXmlCommand(imports, shell);
  leaf(
    imports,
    'template <tipo>',
    `Mostra um arquivo de exemplo (${importKinds.join(', ')}); com --json, todas as colunas`,
  ).action(
    shell.does(async (_session, name: string) => {
      const kind = importKinds.find((known) => known === name);
      if (!kind) throw new CommandRefused('invalid_input', `Há exemplos de ${importKinds.join(', ')}; veio "${name}".`);
      const data = importColumns[kind].map(({ field, alias }) => ({ field, alsoHeaded: alias }));
      const text = exampleLines[kind] ?? exampleFile(importColumns[kind]);
      return { data, text };
    }),
  );
}

function importCommand(imports: Command, kind: ImportKind, shell: Shell): void {
  const { description, key } = texts[kind];
  const command = leaf(imports, `${kind} <arquivo>`, description)
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa dona dos cadastros')
    .option('--dry-run', 'confere tudo, também contra o que já está cadastrado, e não grava nada')
    .option('--update', `altera o que já está cadastrado com o mesmo ${key}; sem ela fica como está`)
    .option('--errors <arquivo>', 'grava as linhas recusadas num arquivo, com linha e motivo, para corrigir e importar')
    .option('--again', 'importa de novo um arquivo que já foi importado até o fim')
    .option('--encoding <codificação>', 'utf-8, windows-1252 ou utf-16le (padrão: a do arquivo)')
    .addHelpText('after', help(kind));
  if (importColumns[kind].length > 0) {
    command
      .option('--delimiter <caractere>', 'separador das colunas: ";", "," ou tab (padrão: o do cabeçalho)')
      .option('--decimal <estilo>', 'comma para 1.234,56 ou point para 1,234.56 (padrão: o do arquivo)')
      .option(
        '--map <coluna=campo>',
        'diz que campo uma coluna é; "coluna=" deixa a coluna de fora; repete-se',
        added,
        [],
      )
      .option('--ignore-unknown', 'deixa de fora as colunas que não são conhecidas');
  }
  command.action(
    shell.does(async (session, path: string, options: ImportOptions & { json?: true }) => {
      const request = readImportOptions(options, kind);
      // Loaded here because they bring the CSV parser, the API's contract and the progress bar.
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
${
  importColumns[kind].length > 0
    ? `A primeira linha do arquivo diz os campos, com os nomes da API ou com os que os ERPs usam;
"lavra import template ${kind}" mostra um exemplo, e com --json todos os nomes.`
    : `Cada linha é um registro em JSON, como POST /v1/${kind} o recebe, ou como GET o mostra;
"lavra import template ${kind}" mostra exemplos.`
}
Interrompida, a importação continua de onde parou com o mesmo comando e o mesmo arquivo.
Código de saída: 0 tudo importado; ${rowsRefused} importado, com linhas recusadas; os outros como em "lavra --help".

Exemplo:
  lavra import ${kind} ${texts[kind].file} --company 11222333000181 --dry-run
  lavra import ${kind} ${texts[kind].file} --company 11222333000181 --errors recusados.${texts[kind].file.split('.').at(-1)}`;
}
