import type { Command } from 'commander';
import { environments } from '../../domain/companies/settings.ts';
import { contingencyModes } from '../../domain/contingency-mode.ts';
import { waitInContract } from '../../domain/conversation/wait-with-remedy.ts';
import { documentTypes, traitsOf } from '../../domain/document-types.ts';
import { documentStatuses } from '../../domain/documents/document.entity.ts';
import { seriesAndNumber } from '../../domain/documents/emission-title.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import { brazilianMoney } from '../../domain/pages/html/values.ts';
import { type DocumentPage, type DocumentSummary, listDocuments } from '../../operations/documents/summary.ts';
import type { DocumentQuery } from '../../operations/lists/document-query.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { Session } from '../session.ts';
import { dayOption, oneOf, wholeNumber } from '../terminal/input.ts';
import { textTable } from '../terminal/output.ts';

export type ListOptions = Omit<DocumentQuery, 'updatedSince' | 'issuedFrom' | 'issuedTo'> & {
  company: string;
  from?: string;
  to?: string;
  page: number;
  limit: number;
  json?: true;
};

const places = [...environments, 'ALL'] as const;

/** Adds the filters of a list of documents to a command. */
export function withFilters(command: Command): Command {
  return command
    .option('--status <situação>', documentStatuses.join(', '), oneOf('--status', documentStatuses))
    .option('--type <tipo>', documentTypes.join(', '), oneOf('--type', documentTypes))
    .option('--environment <ambiente>', `${places.join(', ')} (padrão: o da empresa)`, oneOf('--environment', places))
    .option('--search <texto>', 'parte do nome ou do documento do cliente, do id externo, ou a chave inteira')
    .option('--external-id <id>', 'os deste id no sistema de quem emite')
    .option('--access-key <chave>', 'o desta chave de acesso')
    .option('--number <número>', 'os deste número', wholeNumber('--number', 1, 999_999_999))
    .option('--series <série>', 'os desta série', wholeNumber('--series', 0, 99_999))
    .option('--from <dia>', 'emitidos deste dia em diante (AAAA-MM-DD, horário de Brasília)', dayOption('--from'))
    .option('--to <dia>', 'emitidos até este dia, inclusive', dayOption('--to'))
    .option('--waiting', 'só os que algo impede de seguir')
    .option(
      '--contingency <modo>',
      `emitidos em contingência: ${contingencyModes.join(', ')}`,
      oneOf('--contingency', contingencyModes),
    )
    .option('--limit <n>', 'quantos por página (padrão: 20)', wholeNumber('--limit', 1, 1_000), 20)
    .option('--page <número>', 'página (padrão: 1)', wholeNumber('--page', 1, 1_000_000_000), 1);
}

/** The page that the options ask for. @throws {CommandRefused} `company_not_found`; DomainError `validation_error` */
export async function listPage(session: Session, options: ListOptions): Promise<DocumentPage> {
  const { company: reference, page, limit, from, to, ...asked } = options;
  const orm = await session.orm();
  const company = await findCompany(acrossCompanies(orm), reference);
  const days = { ...(from === undefined ? {} : { issuedFrom: from }), ...(to === undefined ? {} : { issuedTo: to }) };
  return listDocuments(orm, company, { ...asked, ...days }, { page, pageSize: limit });
}

const longestName = 30;
const longestReason = 100;

/** A page of documents for a person: one line each, and how many there are. */
export function listInWords(page: DocumentPage, now: Date): string {
  const { documents, total, page: at, pageSize, inOtherEnvironment, environment } = page;
  const rows = textTable(
    documents.map((document) => rowOf(document, now)),
    'Não há documentos nesta página.',
  );
  const pages = Math.ceil(total / pageSize);
  const lines = [rows, `Página ${at} de ${pages}, ${total} no total (${environment}).`];
  if (inOtherEnvironment > 0 && environment !== 'ALL') {
    const other = environment === 'PRODUCTION' ? 'HOMOLOGATION' : 'PRODUCTION';
    lines.push(`No outro ambiente há ${inOtherEnvironment}: use --environment ${other}.`);
  }
  return lines.join('\n');
}

/** A page of documents for scripts. */
export function listForScripts({ documents, ...page }: DocumentPage) {
  return {
    documents: documents.map((document) => ({
      ...document,
      waiting: document.waiting && waitInContract(document.waiting),
    })),
    ...page,
  };
}

/** A row of the table; the reason comes last, because it is the longest. */
function rowOf(document: DocumentSummary, now: Date): Record<string, string> {
  const { id, externalId, client, totalValue, status, waiting, updatedAt } = document;
  return {
    'id externo': externalId ?? '',
    nota: noteOf(document),
    cliente: (client.name ?? '').slice(0, longestName),
    total: brazilianMoney(totalValue),
    situação: status,
    desde: ageOf({ since: waiting?.since ?? updatedAt }, now),
    id,
    motivo: reasonOf(document).replaceAll(/\s+/g, ' ').slice(0, longestReason).trimEnd(),
  };
}

/** `NF-e 1/123`; `NF-e` for a document without a number. */
function noteOf({ type, series, number }: Pick<DocumentSummary, 'type' | 'series' | 'number'>): string {
  const { title } = traitsOf[type];
  return number > 0 ? `${title} ${seriesAndNumber({ series, number })}` : title;
}

function reasonOf({ status, waiting, rejectionReason }: DocumentSummary): string {
  if (waiting) return `${waiting.kind === 'PERSON' ? '!! DECISÃO: ' : ''}${waiting.reason}`;
  return status === 'REJECTED' ? (rejectionReason ?? '') : '';
}
