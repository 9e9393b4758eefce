import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { LawCalendar } from '../../domain/law-calendar.ts';
import type { PrintedCancellation } from '../../domain/pages/danfe/blocks/additional-data.ts';
import { drawReceived } from '../../domain/pages/drawers.ts';
import { cancels } from '../../domain/received/arrival.ts';
import { itemsOf, type ReceivedItem } from '../../domain/received/items.ts';
import { pdfOf } from '../../domain/received/kinds.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { stateOfCode } from '../../domain/states.ts';
import type { ActingCompany } from '../acting.ts';
import type { EventPlace } from '../documents/event-files.ts';
import type { PageFile } from '../documents/files.ts';
import { inCompany } from '../in-company.ts';
import { findReceived } from './find-received.ts';

const inflate = promisify(gunzip);

/** What follows the access key in a file name; for an event, what follows its code and sequence. */
const endings = {
  RES_NFE: 'resNFe.xml',
  PROC_NFE: 'procNFe.xml',
  RES_EVENTO: 'resEvento.xml',
  PROC_EVENTO: 'procEventoNFe.xml',
  NFSE: 'nfse.xml',
  EVENTO_NFSE: 'eventoNFSe.xml',
} as const;

/** The XML of a received document, byte for byte as the authority distributed it, in its best version. @throws NotFound */
export async function receivedXml(
  orm: Orm,
  company: ActingCompany,
  id: string,
): Promise<{ name: string; xml: Buffer }> {
  const { document, content } = await inCompany(orm, company.id, async (em) => {
    const document = await findReceived(em, id);
    const { environment, model: source, nsu } = document;
    const file = await em.findOneOrFail(ReceivedFile, { environment, source, nsu }, { populate: ['content'] });
    return { document, content: file.content };
  });
  return { name: xmlName(document), xml: await inflate(content) };
}

/**
 * The XML of an event of a received note, by the id that the note's detail shows: an event registered here as the authority registered it, one that
 * came as it was distributed.
 *
 * @throws NotFound also for an event that is not registered
 */
export async function receivedEventXml(
  orm: Orm,
  company: ActingCompany,
  { documentId, eventId }: EventPlace,
): Promise<{ name: string; xml: Buffer }> {
  const { document, own, came } = await inCompany(orm, company.id, async (em) => {
    const document = await findReceived(em, documentId);
    if (!isUuid(eventId)) throw new NotFound('registeredEvent');
    const { environment, accessKey } = document;
    const where = { id: eventId, receivedDocument: document.id, status: 'REGISTERED' } as const;
    const own = await em.findOne(DocumentEvent, where, { populate: ['procXml'] });
    // Of an event that another system registered, our row only knows that it exists: its XML came with the distribution.
    const same = own ? { eventCode: own.code, eventSequence: own.sequence } : { id: eventId };
    const came = own?.procXml ? null : await em.findOne(ReceivedDocument, { environment, accessKey, ...same });
    return { document, own, came };
  });
  if (own?.procXml) {
    const ending = document.model === 'NFSE' ? endings.EVENTO_NFSE : endings.PROC_EVENTO;
    const name = `${document.accessKey}-${own.code}-${own.sequence}-${ending}`;
    return { name, xml: Buffer.from(own.procXml) };
  }
  if (!came || came.eventCode === '') throw new NotFound('registeredEvent');
  return receivedXml(orm, company, came.id);
}

/**
 * The page of a received note, drawn from the issuer's XML alone.
 *
 * @throws NotFound
 * @throws DomainError `pdf_unavailable` where there is no PDF of it
 */
export async function receivedPage(
  orm: Orm,
  company: ActingCompany,
  { id, calendar }: { id: string; calendar: LawCalendar },
): Promise<PageFile> {
  const { document, cancelled } = await inCompany(orm, company.id, async (em) => {
    const document = await findReceived(em, id);
    const isCancelled = document.status === 'CANCELLED';
    return {
      document,
      cancelled: isCancelled ? cancellationOf(await eventsOfNote(em, document), document) : undefined,
    };
  });
  const pdf = pdfOf(document);
  if ('reason' in pdf) throw new DomainError('pdf_unavailable', pdf.reason);
  const { xml } = await receivedXml(orm, company, id);
  return { name: `${document.accessKey}.pdf`, html: drawReceived(xml, { type: pdf.type, cancelled, calendar }) };
}

function xmlName({ accessKey, schemaType, eventCode, eventSequence }: ReceivedDocument): string {
  const event = eventCode === '' ? [] : [eventCode, String(eventSequence)];
  return [accessKey, ...event, endings[schemaType]].join('-');
}

/** tpEvento by which an NFS-e is cancelled because another replaces it (NFS-e Anexo II v1.01). */
const replacement = '105102';

/** The cancellation to print. A note may be known to be cancelled before the event comes, because a summary says so. */
function cancellationOf(events: ReceivedDocument[], { accessKey, model }: ReceivedDocument): PrintedCancellation {
  const event = events.find(({ eventCode }) => cancels({ model, code: eventCode }));
  if (!event) return { protocol: '', at: '' };
  const at = fiscalDateTime(event.emissionDate, stateOfCode(accessKey.slice(0, 2)));
  return { protocol: event.eventProtocol ?? '', at, isReplaced: event.eventCode === replacement };
}

/** The events about a received note that came, in the order of their times. */
function eventsOfNote(
  em: EntityManager,
  { environment, accessKey }: Pick<ReceivedDocument, 'environment' | 'accessKey'>,
): Promise<ReceivedDocument[]> {
  return em.find(
    ReceivedDocument,
    { environment, accessKey, eventCode: { $ne: '' } },
    { orderBy: { emissionDate: 'asc', eventSequence: 'asc', id: 'asc' } },
  );
}

/** The items of a received note; none where its complete XML has not come. @throws NotFound */
export async function receivedItems(
  orm: Orm,
  company: ActingCompany,
  { id, schemaType, hasFullXml }: Pick<ReceivedDocument, 'id' | 'schemaType' | 'hasFullXml'>,
): Promise<ReceivedItem[]> {
  if (!hasFullXml) return [];
  const { xml } = await receivedXml(orm, company, id);
  return itemsOf(xml, schemaType);
}
