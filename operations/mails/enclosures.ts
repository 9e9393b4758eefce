import type { EntityManager } from '../../config/orm.ts';
import type { MailKind } from '../../domain/companies/buyer-mail.ts';
import { type DocumentEventType, traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { cancellationTypes } from '../../domain/documents/events/cancellations.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { LawCalendar } from '../../domain/law-calendar.ts';
import { letterHtml } from '../../domain/pages/correction-letter.ts';
import type { PageFile, XmlFile } from '../documents/files.ts';
import { authorizedXmls, layoutOf, sheetDrawer } from '../documents/sheets.ts';

/** What a mail brings: XML as the authority has it, and a page that is still to be drawn. `letter` is what a correction says. */
export type Enclosures = { xml: XmlFile; page: PageFile; letter: string | null };

type Of = { document: Document; kind: MailKind; sequence: number };

/**
 * The files of a mail about a document: its XML and its sheet, of a cancellation the event's and the sheet that says so, of a letter both of the
 * letter. Null where the authority's XML is not kept here, or, of a letter, not registered.
 */
export async function enclosuresOf(
  em: EntityManager,
  { document, kind, sequence }: Of,
  calendar: LawCalendar,
): Promise<Enclosures | null> {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (!authorized) return null;
  const { accessKey, xml } = authorized;
  if (kind === 'CORRECTED') return letterOf(em, { document, sequence, accessKey, xml });
  const draw = await sheetDrawer(em, { company: document.company, calendar }, [document]);
  const page = { name: `${accessKey}.pdf`, html: draw(document, xml) };
  const cancelled = kind === 'CANCELLED' ? await eventFile(em, document, [...cancellationTypes], null) : null;
  const note = { name: `${accessKey}-${traitsOf[document.type].files.authorized}`, xml };
  // The event of an NFS-e that another replaced comes a little later: until then its own XML tells which note it was.
  return { xml: cancelled ?? note, page, letter: null };
}

async function letterOf(
  em: EntityManager,
  { document, sequence, accessKey, xml }: { document: Document; sequence: number; accessKey: string; xml: string },
): Promise<Enclosures | null> {
  const file = await eventFile(em, document, ['CORRECTION_LETTER'], sequence);
  if (!file) return null;
  const { logo } = await layoutOf(em, document.company);
  const isCancelled = document.status === 'CANCELLED';
  const html = letterHtml(xml, file.xml, { isCancelled, ...(logo ? { logo } : {}) });
  return { xml: file, page: { name: `${accessKey}-CCe-${sequence}.pdf`, html }, letter: file.correction };
}

/** The last registered event of some types, or that of a number. */
async function eventFile(
  em: EntityManager,
  { id, type, accessKey }: Document,
  types: DocumentEventType[],
  sequence: number | null,
) {
  const [event] = await em.find(
    DocumentEvent,
    { document: id, status: 'REGISTERED', type: { $in: types }, ...(sequence === null ? {} : { sequence }) },
    { populate: ['procXml'], orderBy: { sequence: 'desc' }, limit: 1 },
  );
  if (!event?.procXml) return null;
  const { code, sequence: number, procXml: xml, correction = null } = event;
  return { name: `${accessKey}-${code}-${number}-${traitsOf[type].files.event}`, xml, correction };
}
