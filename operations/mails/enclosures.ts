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

/** The files of a mail: the authorized XML, and a page that is still to be printed. `letter` is the text of a correction. */
export type Enclosures = { xml: XmlFile; page: PageFile; letter: string | null };

type Of = { document: Document; kind: MailKind; sequence: number };

/**
 * The files of a mail about a document: its XML and its sheet; for a cancellation the event's XML and the sheet that shows it; for a correction
 * letter the XML and the page of the letter. Null where the authority's XML is not kept here or, for a letter, the letter is not registered.
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
  // The XML of the event by which an NFS-e is replaced comes a little later; until then the mail has the note's own XML.
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

/** The last registered event of some types, or the one with a sequence. */
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
