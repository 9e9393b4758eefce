import { Readable } from 'node:stream';
import { validate as isUuid } from 'uuid';
import type { ZipMember } from '../../adapters/archives/zip-members.ts';
import { zipOf } from '../../adapters/archives/zip.ts';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { Document, type DocumentStatus } from '../../domain/documents/document.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import { byteOrderMark, csvLine, withoutFormula } from '../../domain/imports/cell.ts';
import type { LawCalendar } from '../../domain/law-calendar.ts';
import { accessKeyMask, taxIdMask } from '../../domain/masks.ts';
import { dayAndTime } from '../../domain/moments.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import type { DocumentQuery } from '../lists/document-query.ts';
import { pageOfIds } from '../lists/documents.ts';
import { inOrderOf } from '../lists/ordered-list.ts';
import { authorizedXmls, sheetDrawer } from './sheets.ts';

/** Documents that were chosen one by one, or all that a query finds. */
export type Selection = { ids: string[] } | { query: DocumentQuery };

/** How many documents each kind of file may have: a table, an archive, and an archive with sheets. */
export const selectionBounds = { csv: 20_000, zip: 2_000, pages: 50 };

/** How many documents are read in one transaction, so that a slow reader holds no connection; fewer with sheets, because each is drawn. */
const together = { rows: 500, files: 100, pages: 10 };

/**
 * The ids of a selection, the newest first. Ids of other companies are left out.
 *
 * @throws DomainError `not_found` where nothing is left, `validation_error` where there are more than `atMost`, and as `documentNarrowing`
 */
export async function chosenDocuments(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'environment'>,
  selection: Selection,
  atMost: number,
): Promise<string[]> {
  const { ids, total } = await inCompany(orm, company.id, (em) =>
    'ids' in selection
      ? knownAmong(em, selection.ids)
      : pageOfIds(em, { environment: company.environment, ...selection.query }, { limit: atMost, offset: 0 }),
  );
  if (total > atMost) throw tooMany(total, atMost);
  if (ids.length === 0) throw none();
  return ids;
}

async function knownAmong(em: EntityManager, asked: string[]): Promise<{ ids: string[]; total: number }> {
  const wanted = [...new Set(asked.filter((id) => isUuid(id)))];
  const known = await em.execute<{ id: string }[]>(
    'select id from document where id = any(?::uuid[]) order by id desc',
    [`{${wanted.join(',')}}`],
  );
  return { ids: known.map(({ id }) => id), total: known.length };
}

function none(): DomainError {
  return new DomainError('not_found', 'Nenhuma nota da escolha está na lista agora. Volte à lista e escolha de novo.');
}

function tooMany(total: number, atMost: number): DomainError {
  const number = (value: number): string => value.toLocaleString('pt-BR');
  const message = `São ${number(total)} notas, e um arquivo leva até ${number(atMost)}. Escolha um período menor e baixe um de cada vez.`;
  return new DomainError('validation_error', message);
}

/** What making a file needs; `turn` runs a piece of work with the database when its turn comes. */
export type SelectionParts = {
  orm: Orm;
  renderer: Pick<Renderer, 'pdfs'>;
  calendar: LawCalendar;
  turn: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** A table of documents for spreadsheets in Brazil, made while it is read. */
export function selectionCsv(parts: SelectionParts, company: Pick<ActingCompany, 'id'>, ids: string[]): Readable {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield csvHead;
    for (const some of batchesOf(ids, together.rows)) {
      const documents = await parts.turn(() => inCompany(parts.orm, company.id, (em) => inOrder(em, some)));
      yield documents.map(csvRow).join('');
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

/**
 * An archive of authorized documents, made while it is read: each XML, each sheet if there are few enough, and a table of all documents, including
 * those without a file.
 */
export function selectionZip(parts: SelectionParts, company: Pick<ActingCompany, 'id'>, ids: string[]): Readable {
  const hasPages = ids.length <= selectionBounds.pages;
  async function* members(): AsyncGenerator<ZipMember, void, undefined> {
    const rows: string[] = [csvHead];
    for (const some of batchesOf(ids, hasPages ? together.pages : together.files)) {
      const { documents, files } = await parts.turn(() => filesOf(parts, company, some, hasPages));
      rows.push(...documents.map(csvRow));
      const pages = hasPages ? await parts.renderer.pdfs(pagesOf(files), company.id) : [];
      for (const [at, { document, accessKey, xml }] of files.entries()) {
        const modifiedAt = document.authorizationDate ?? document.updatedAt;
        const end = traitsOf[document.type].files.authorized;
        yield { name: `${accessKey}-${end}`, modifiedAt, content: Buffer.from(xml) };
        const page = pages[at];
        if (page) yield { name: `${accessKey}.pdf`, modifiedAt, content: page };
      }
    }
    yield { name: 'notas.csv', modifiedAt: new Date(), content: Buffer.from(rows.join('')) };
  }
  return zipOf(members());
}

const pagesOf = (files: NoteFile[]): string[] => files.flatMap(({ html }) => html ?? []);

type NoteFile = { document: Document; accessKey: string; xml: string; html: string | undefined };

function filesOf(
  { orm, calendar }: SelectionParts,
  { id: company }: Pick<ActingCompany, 'id'>,
  ids: string[],
  hasPages: boolean,
): Promise<{ documents: Document[]; files: NoteFile[] }> {
  return inCompany(orm, company, async (em) => {
    const documents = await inOrder(em, ids);
    const xmls = await authorizedXmls(em, documents);
    const draw = hasPages ? await sheetDrawer(em, { company, calendar }, documents) : undefined;
    const files = documents.flatMap((document): NoteFile[] => {
      const authorized = xmls.get(document.id);
      if (!authorized) return [];
      const { accessKey, xml } = authorized;
      return [{ document, accessKey, xml, html: draw?.(document, xml) }];
    });
    return { documents, files };
  });
}

async function inOrder(em: EntityManager, ids: string[]): Promise<Document[]> {
  return inOrderOf(ids, await em.find(Document, { id: { $in: ids } }));
}

function* batchesOf(ids: string[], size: number): Generator<string[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}

const states: Record<DocumentStatus, string> = {
  DRAFT: 'Rascunho',
  PROCESSING: 'Em emissão',
  AUTHORIZED: 'Autorizada',
  REJECTED: 'Rejeitada',
  CANCELLED: 'Cancelada',
};

const wordOf = (status: DocumentStatus): string => states[status];

/** The columns by title and cell. Long numbers are written as on the printed note, so that no spreadsheet rounds them. */
const columns: [title: string, cell: (document: Document) => string | null | undefined][] = [
  ['Situação', ({ status }) => wordOf(status)],
  ['Documento', ({ type }) => traitsOf[type].title],
  ['Ambiente', ({ environment }) => (environment === 'PRODUCTION' ? 'Produção' : 'Homologação, sem valor fiscal')],
  ['Série', ({ series }) => series?.toString()],
  ['Número', ({ number }) => (number === 0 ? '' : number.toString())],
  ['Chave de acesso', ({ accessKey }) => accessKey && accessKeyMask(accessKey)],
  ['Emissão', ({ issueDateTime }) => dayAndTime(fiscalDateTime(issueDateTime, 'DF'))],
  ['CPF/CNPJ', ({ clientSnapshot }) => clientSnapshot.document && taxIdMask(clientSnapshot.document)],
  ['Cliente', ({ clientSnapshot }) => clientSnapshot.name],
  ['Pedido', ({ externalId }) => externalId],
  ['Valor total', ({ totalValue }) => totalValue.replace('.', ',')],
  ['Protocolo de autorização', ({ protocolNumber }) => protocolNumber],
  ['Motivo', ({ rejectionReason, cancellationReason }) => cancellationReason ?? rejectionReason],
];

/** The header line, for spreadsheets in Brazil. */
export const csvHead: string = byteOrderMark + line(columns.map(([title]) => title));

/** The line of a document. No cell can be read as a formula, and none has a line break. */
export function csvRow(document: Document): string {
  return line(columns.map(([, cell]) => cell(document) ?? ''));
}

function line(cells: string[]): string {
  return `${csvLine(cells.map(withoutFormula), ';')}\r\n`;
}
