import type { Command } from 'commander';
import {
  type FiscalTemplate,
  type TemplateType,
  templateTypes,
} from '../../domain/templates/fiscal-template.entity.ts';
import { readTemplateSet, starterSet } from '../../domain/templates/template-set.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import {
  listTemplates,
  type LoadedTemplate,
  loadTemplates,
  removeTemplate,
  type SharedSource,
  sharedSources,
} from '../../operations/provisioning/templates.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf, readJsonFile } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

type Load = { source?: SharedSource; dryRun?: boolean };

const words: Record<LoadedTemplate['outcome'], string> = {
  ADDED: 'novo',
  UPDATED: 'alterado',
  UNCHANGED: 'igual',
};

const loadHelp = `
Sem arquivo, carrega os modelos que vêm com o Lavra (venda, venda interestadual, bonificação, transferência e serviço),
da origem "system". Um arquivo é seu: a origem é "tenant", se --source não disser outra.

O arquivo é uma lista de modelos com os campos de POST /v1/fiscal-templates:

  [{ "name": "Venda", "type": "NFE", "operationNature": "Venda de mercadoria", "cfop": "5102" }]

Todas as empresas os leem e nenhuma os altera pela API. Por servirem a todos os regimes, não dizem icmsCst.
Carregar de novo altera os que mudaram, conhecidos por tipo e nome; os que saíram do arquivo permanecem: retire-os com
"templates remove".`;

/** `lavra templates load|list|remove` */
export function templateCommands(templates: Command, shell: Shell): void {
  leaf(
    templates,
    'load [arquivo]',
    'Carrega modelos de um arquivo JSON (- lê da entrada padrão), ou os que vêm com o Lavra',
  )
    .option('--source <origem>', 'de quem são: system ou tenant', oneOf('--source', sharedSources))
    .option('--dry-run', 'confere e diz o que faria, sem alterar nada')
    .addHelpText('after', loadHelp)
    .action(
      shell.does(async (session, file: string | undefined, { source = sourceOf(file), dryRun = false }: Load) => {
        const set = file === undefined ? starterSet() : readTemplateSet(await readJsonFile(file, shell.stdin));
        const { loaded, others } = await loadTemplates(
          acrossCompanies(await session.orm()),
          { source, templates: set, dryRun },
          session.actor,
        );
        const data = {
          source,
          dryRun,
          templates: loaded.map(({ template: { type, name }, outcome }) => ({ type, name, outcome })),
          others,
        };
        return { data, text: report(loaded, { source, dryRun, others }) };
      }),
    );
  leaf(templates, 'list', 'Lista os modelos compartilhados')
    .option('--type <tipo>', 'só os deste tipo: NFE ou NFSE', oneOf('--type', templateTypes))
    .action(
      shell.does(async (session, { type }: { type?: TemplateType }) => {
        const found = await listTemplates(acrossCompanies(await session.orm()), type);
        const empty = 'Não há modelos compartilhados; carregue os do Lavra com "lavra templates load".';
        return { data: found.map(shown), text: textTable(found.map(row), empty) };
      }),
    );
  leaf(templates, 'remove <id>', 'Retira um modelo compartilhado; rascunhos que o usam continuam com ele').action(
    shell.does(async (session, id: string) => {
      const removed = await removeTemplate(acrossCompanies(await session.orm()), id, session.actor);
      return { data: shown(removed), text: `Modelo ${removed.name} retirado.` };
    }),
  );
}

function sourceOf(file: string | undefined): SharedSource {
  return file === undefined ? 'system' : 'tenant';
}

function report(loaded: LoadedTemplate[], { source, dryRun, others }: Required<Load> & { others: number }): string {
  const rows = loaded.map(({ template: { type, name }, outcome }) => {
    return { Modelo: name, Tipo: type, Resultado: words[outcome] };
  });
  const stay = others > 0 ? [`Da origem ${source}, ${others} que não estão na lista permanecem.`] : [];
  const trial = dryRun ? ['Nada foi alterado (--dry-run).'] : [];
  return [textTable(rows, 'A lista está vazia.'), ...stay, ...trial].join('\n');
}

function shown(template: FiscalTemplate) {
  const { id, source, updatedAt } = template;
  return { id, source, ...template.normal(), updatedAt };
}

function row({ id, source, type, name, fields }: FiscalTemplate): Record<string, string> {
  return { Id: id, Origem: source, Tipo: type, Nome: name, CFOP: fields.cfop ?? '-' };
}
