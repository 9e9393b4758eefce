import type { Command } from 'commander';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import {
  type DistributionSource,
  distributionSources,
  type Manifestation,
  manifestations,
  type SchemaType,
  schemaTypes,
} from '../../domain/received/kinds.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import type { Page } from '../../operations/lists/page.ts';
import { findReceivedDocuments } from '../../operations/lists/received-documents.ts';
import type { ReceivedQuery } from '../../operations/lists/received-query.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Shell } from '../session.ts';
import { leaf } from '../terminal/help.ts';
import { oneOf, wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';
import type { ExportReport } from './received-export.ts';

/** `lavra received list|export` */
export function receivedCommands(received: Command, shell: Shell): void {
  listCommand(received, shell);
  exportCommand(received, shell);
}

type ListOptions = {
  company: string;
  model?: DistributionSource;
  schemaType?: SchemaType;
  manifestation?: Manifestation;
  accessKey?: string;
  issuer?: string;
  search?: string;
  from?: string;
  to?: string;
  pending?: boolean;
  page: number;
  pageSize: number;
  json?: true;
};

function listCommand(received: Command, shell: Shell): void {
  leaf(received, 'list', 'Lista o que a empresa recebeu no ambiente em que está: primeiro o NSU mais novo')
    .requiredOption('--company <cnpj, cpf ou id>', 'empresa que recebeu os documentos')
    .option('--model <modelo>', distributionSources.join(' ou '), oneOf('--model', distributionSources))
    .option('--schema-type <tipo>', schemaTypes.join(', '), oneOf('--schema-type', schemaTypes))
    .option('--manifestation <tipo>', manifestations.join(', '), oneOf('--manifestation', manifestations))
    .option('--access-key <chave>', 'a nota desta chave e seus eventos')
    .option('--issuer <cnpj ou cpf>', 'só deste emitente')
    .option('--search <texto>', 'parte da chave, do CNPJ ou do nome do emitente')
    .option('--from <dia>', 'emitidos deste dia em diante (AAAA-MM-DD, horário de Brasília)')
    .option('--to <dia>', 'emitidos até este dia, inclusive')
    .option('--pending', 'só as NF-e que a empresa ainda não manifestou')
    .option('--page <número>', 'página (padrão: 1)', wholeNumber('--page', 1, 1_000_000_000), 1)
    .option('--page-size <número>', 'documentos por página (padrão: 20)', wholeNumber('--page-size', 1, 100), 20)
    .action(
      shell.does(async (session, { company: reference, page, pageSize, ...asked }: ListOptions) => {
        const orm = await session.orm();
        const company = await findCompany(acrossCompanies(orm), reference);
        const { from, to, issuer, ...filters } = asked;
        const renamed = Object.entries({ emittedFrom: from, emittedTo: to, issuerCnpj: issuer });
        const query = { ...filters, ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined)) };
        const data = await listReceived(orm, company, query, { page, pageSize });
        const rows = textTable(data.documents.map(receivedRow), 'Não há documentos recebidos nesta página.');
        const pages = Math.ceil(data.total / pageSize);
        return { data, text: `${rows}\nPágina ${page} de ${pages}, ${data.total} no total.` };
      }),
    );
}

type ExportOptions = {
  company?: string;
  office?: string;
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
Com --office, cada empresa da carteira (até 200) tem a sua pasta.
O arquivo só recebe seu nome quando está completo; um anterior de mesmo nome é substituído.

Exemplo:
  lavra received export --company 11222333000181 --year 2026 --month 10 --out outubro.zip
  lavra received export --office 98765432000198 --year 2026 --month 10`;

function exportCommand(received: Command, shell: Shell): void {
  leaf(received, 'export', 'Grava os XML de um mês num ZIP, com as pastas notas, eventos e resumos')
    .option('--company <cnpj, cpf ou id>', 'empresa que recebeu os documentos')
    .option('--office <cnpj, cpf ou id>', 'em vez de uma empresa, as da carteira deste escritório')
    .requiredOption('--year <ano>', 'ano da emissão', wholeNumber('--year', 2006, 9999))
    .requiredOption('--month <mês>', 'mês da emissão, de 1 a 12', wholeNumber('--month', 1, 12))
    .option('--summaries', 'inclui também os resumos das NF-e cujo XML completo não chegou')
    .option('--no-notes', 'deixa as notas de fora')
    .option('--no-events', 'deixa os eventos de fora')
    .option('--out <arquivo>', 'onde gravar (padrão: <cnpj ou cpf>-<ano>-<mês>.zip, nesta pasta)')
    .addHelpText('after', exportHelp)
    .action(
      shell.does(async (session, { year, month, notes, events, summaries = false, ...options }: ExportOptions) => {
        const { exported, exportFile } = await import('./received-export.ts'); // loaded here because it brings the ZIP reader
        if ((options.company === undefined) === (options.office === undefined)) throw notOne();
        const { noProgress, showProgress } = await import('../terminal/progress.ts'); // loaded here because it brings the progress bar
        const orm = await session.orm();
        const of = await exported(orm, options);
        const kinds = { notes, events, summaries };
        const progress = options.json ? noProgress : showProgress(shell.stderr, 'arquivos');
        const data = await exportFile(orm, { of, month: { year, month }, kinds, path: options.out }, progress);
        return { data, text: inWords(data) };
      }),
    );
}

function notOne(): CommandRefused {
  return new CommandRefused('invalid_input', 'Diga --company ou --office, um dos dois.');
}

function inWords({ path, documentCount, pendingSummaries, byteCount, environment, ...of }: ExportReport): string {
  const megabytes = (byteCount / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const files = `${documentCount} ${documentCount === 1 ? 'arquivo' : 'arquivos'}`;
  const where = environment === 'HOMOLOGATION' ? ', do ambiente de homologação' : ofCompanies(of.companyCount);
  const lacking =
    pendingSummaries > 0 ? `\nDe ${pendingSummaries} NF-e do mês só há o resumo: o XML completo ainda não chegou.` : '';
  return `${files} em ${path} (${megabytes} MB)${where}.${lacking}`;
}

function ofCompanies(count?: number): string {
  return count === undefined ? '' : `, de ${count} ${count === 1 ? 'empresa' : 'empresas'}`;
}

export type ReceivedPage = { documents: ReturnType<typeof summaryOf>[]; total: number } & Page;

/** One page of the documents that a company received in its present environment, in the API's order. @throws DomainError `validation_error` */
async function listReceived(orm: Orm, company: Company, query: ReceivedQuery, page: Page): Promise<ReceivedPage> {
  const { documents, total } = await inCompany(orm, company.id, (em) =>
    findReceivedDocuments(em, company.environment, query, page),
  );
  return { documents: documents.map(summaryOf), total, ...page };
}

/** A row of the table on the terminal. */
function receivedRow(document: ReturnType<typeof summaryOf>): Record<string, string> {
  return {
    nsu: document.nsu,
    tipo: document.schemaType,
    emissão: brasiliaDay(new Date(document.emissionDate)),
    emitente: `${document.issuer.taxId ?? ''} ${document.issuer.name ?? ''}`.trim().slice(0, 50),
    número: document.number ?? '',
    valor: document.totalValue ?? '',
    situação: document.status,
    manifestação: document.manifestation ?? '',
    chave: document.accessKey,
  };
}

function summaryOf(document: ReceivedDocument) {
  const { id, model, schemaType, accessKey, number, series, totalValue, status, role, manifestation } = document;
  return {
    ...{ id, model, schemaType, accessKey, number, series, totalValue, status, role, manifestation },
    nsu: String(document.nsu),
    issuer: { taxId: document.issuerTaxId, name: document.issuerName },
    emissionDate: document.emissionDate.toISOString(),
    hasFullXml: document.hasFullXml,
  };
}
