import { NIL } from 'uuid';
import type { Renderer } from '../../adapters/rendering/renderer.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import { factsOf } from '../../domain/closings/facts-of.ts';
import type { PageMark } from '../../domain/conversation/pack-progress.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { boundsOf } from '../../domain/month.ts';
import { authorizedXmls, type DrawSheet, sheetDrawer } from '../../operations/documents/sheets.ts';
import { atOneInstant } from '../../operations/in-company.ts';
import type { PackedPage, ZipPart, PartMember } from './part.ts';
import { drawPdfs, type PageDocument, type SheetPdfs } from './pdfs.ts';
import type { ZipParts, ClosingTurn } from './turn.ts';

/** Some documents of a month, and the function that draws their pages; `draw` is null where no PDFs are wanted. */
export type MonthPage = { documents: PageDocument[]; draw: DrawSheet | null; after: PageMark };

/** How many documents are read, drawn and written at once: with PDFs, as many as are drawn within a few seconds. */
const pageSize = { withPdfs: 50, xmlOnly: 250 };

/** The next documents of a month that are not in the ZIP in their present status; null where there are none after `after`. */
export function readPage(
  { orm, rates: { calendar } }: Pick<ZipParts, 'orm' | 'rates'>,
  { closing }: ClosingTurn,
  after: PageMark | null,
): Promise<MonthPage | null> {
  const { company, includePdf } = closing;
  return atOneInstant(orm, async (em) => {
    const limit = includePdf ? pageSize.withPdfs : pageSize.xmlOnly;
    const places = await missingDocuments(em, closing, { after, limit });
    const last = places.at(-1);
    if (!last) return null;
    const found = await em.find(
      Document,
      { company, id: { $in: places.map(({ id }) => id) } },
      { populate: ['computed'], orderBy: { issueDateTime: 'asc', id: 'asc' } },
    );
    const xmls = await authorizedXmls(em, found);
    const draw = includePdf ? await sheetDrawer(em, { company, calendar }, found) : null;
    const documents = found.map((document) => ({
      document,
      facts: factsOf(document),
      xml: xmls.get(document.id)?.xml ?? null,
    }));
    return { documents, draw, after: last };
  });
}

type Month = { id: string; company: string; year: number; month: number };

/** Places of documents of a closing's month that are not in the ZIP in their present status. */
export async function missingDocuments(
  em: EntityManager,
  closing: Month,
  { after, limit }: { after: PageMark | null; limit: number },
): Promise<PageMark[]> {
  const { start, next } = boundsOf(closing);
  const { issuedAt = start.toISOString(), id = NIL } = after ?? {};
  return em.execute<PageMark[]>(missing, [closing.company, start, next, issuedAt, id, closing.id, limit]);
}

/** The index `document_month` has the rows in this order. */
const missing = `
  select d.id, d.issue_date_time::text as "issuedAt" from document d
  where d.company_id = ? and d.environment = 'PRODUCTION' and d.status in ('AUTHORIZED', 'CANCELLED')
    and d.issue_date_time >= ? and d.issue_date_time < ?
    and (d.issue_date_time, d.id) > (?::timestamptz, ?::uuid)
    and not exists (
      select from closing_document c where c.closing_id = ? and c.document_id = d.id and c.status = d.status
    )
  order by d.issue_date_time, d.id limit ?`;

/** Writes the files of a page of documents into a part. @throws PrintingFailed where the browser fails to print anything */
export async function packPage(
  renderer: Renderer,
  part: ZipPart,
  page: MonthPage,
  { id, includeXml }: Pick<Closing, 'id' | 'includeXml'>,
): Promise<PackedPage> {
  const { documents: found, draw } = page;
  const drawn: SheetPdfs = draw ? await drawPdfs(renderer, { documents: found, draw }, id) : new Map<string, string>();
  const members = found.flatMap((one) => [
    ...(includeXml ? xmlOf(one) : []),
    ...pdfOf(one, drawn.get(one.document.id)),
  ]);
  const documents = found.map(({ document, facts }) => {
    const pdf = drawn.get(document.id);
    return { ...facts, pdfMissing: typeof pdf === 'string' ? pdf : null };
  });
  return { documents, members: await part.write(members) };
}

function xmlOf({ document, xml }: PageDocument): PartMember[] {
  if (xml === null) return [];
  const ending = `-${traitsOf[document.type].files.authorized}`;
  return [{ ...memberOf(document, ending), kind: 'XML', content: Buffer.from(xml) }];
}

/**
 * The PDF of a document as a file of the ZIP. PDFs are deflated, too: 8 % smaller for a twentieth of the time that printing them takes (200 DANFEs,
 * 2026-11-23).
 */
function pdfOf({ document }: PageDocument, pdf: Buffer | string | undefined): PartMember[] {
  return Buffer.isBuffer(pdf) ? [{ ...memberOf(document, '.pdf'), kind: 'PDF', content: pdf }] : [];
}

function memberOf({ id, type, accessKey, authorizationDate, issueDateTime }: PageDocument['document'], ending: string) {
  return {
    name: `${type.toLowerCase()}/${accessKey}${ending}`,
    modifiedAt: authorizationDate ?? issueDateTime,
    documentId: id,
    subjectId: null,
  };
}
