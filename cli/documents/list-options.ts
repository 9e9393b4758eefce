import type { Command } from 'commander';
import { documentTypes } from '../../domain/document-types.ts';
import { documentStatuses } from '../../domain/documents/document.entity.ts';
import { environments } from '../../domain/companies/settings.ts';
import { contingencyModes } from '../../domain/contingency-mode.ts';
import { type DocumentPage, listDocuments } from '../../operations/documents/summary.ts';
import { findCompany } from '../../operations/provisioning.ts';
import type { DocumentQuery } from '../../operations/lists/document-query.ts';
import type { Session } from '../session.ts';
import { day, oneOf, wholeNumber } from '../terminal/option-values.ts';

export type ListOptions = Omit<DocumentQuery, 'updatedSince' | 'issuedFrom' | 'issuedTo'> & {
  company: string;
  from?: string;
  to?: string;
  page: number;
  limit: number;
  json?: true;
};

const places = [...environments, 'ALL'] as const;

/** What a list of documents may be narrowed to. */
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
    .option('--from <dia>', 'emitidos deste dia em diante (AAAA-MM-DD, horário de Brasília)', day('--from'))
    .option('--to <dia>', 'emitidos até este dia, inclusive', day('--to'))
    .option('--waiting', 'só os que algo impede de seguir')
    .option(
      '--contingency <modo>',
      `emitidos em contingência: ${contingencyModes.join(', ')}`,
      oneOf('--contingency', contingencyModes),
    )
    .option('--limit <n>', 'quantos por página (padrão: 20)', wholeNumber('--limit', 1, 1_000), 20)
    .option('--page <número>', 'página (padrão: 1)', wholeNumber('--page', 1, 1_000_000_000), 1);
}

/** The page that the options ask for. @throws {Refused} `company_not_found`; DomainError `validation_error` */
export async function askedPage(session: Session, options: ListOptions): Promise<DocumentPage> {
  const { company: reference, page, limit, from, to, ...asked } = options;
  const orm = await session.orm();
  const company = await findCompany(orm, reference);
  const days = { ...(from === undefined ? {} : { issuedFrom: from }), ...(to === undefined ? {} : { issuedTo: to }) };
  return listDocuments(orm, company, { ...asked, ...days }, { page, pageSize: limit });
}
