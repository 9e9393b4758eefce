import type { EntityManager } from '../../config/orm.ts';
import { type ContingencyMode, emissionTypeOfKey, modeOfEmissionType } from '../../domain/contingency/mode.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { EpecRegistration } from '../../domain/pages/danfe/authorized-note.ts';
import type { Drawn } from '../../domain/pages/drawers.ts';
import { stateOf } from '../../domain/states.ts';
import { authorizedXmls } from './sheets.ts';

type Of = Pick<Document, 'id' | 'type' | 'status' | 'accessKey'>;

/** The form of contingency in which documents of a type are printed before the authority has them. */
const printedBefore: Record<DocumentType, ContingencyMode | null> = { NFE: 'EPEC', NFCE: 'OFFLINE', NFSE: null };

/** What a document's sheet is drawn from, and whether the authority has authorized it: until then the sheet says that it is of contingency. */
export type SheetSource = Drawn & { accessKey: string; isAuthorized: boolean };

/**
 * What the sheet of a document may be drawn from: the XML that the authority authorized; before that the signed one, of an NFC-e that was
 * issued offline (tpEmis 9), and of an NF-e whose EPEC is registered (tpEmis 4).
 *
 * @throws DomainError `not_found` where there is neither
 */
export async function sheetOf(em: EntityManager, document: Of): Promise<SheetSource> {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (authorized) return { accessKey: authorized.accessKey ?? '', xml: authorized.xml, isAuthorized: true };
  const { id, type, accessKey, status } = document;
  const mode = accessKey && status === 'PROCESSING' ? modeOfEmissionType(emissionTypeOfKey(accessKey)) : null;
  if (!accessKey || mode === null || printedBefore[type] !== mode) throw notAuthorized(document);
  const signed = { accessKey, xml: await signedXml(em, document), isAuthorized: false };
  return mode === 'EPEC' ? { ...signed, epec: await epecOf(em, { id, accessKey }) } : signed;
}

/** Why there is no sheet, nor an authorized XML. */
export function notAuthorized({ status }: Pick<Document, 'status'>): DomainError {
  return new DomainError('not_found', `Este documento está ${status} e não foi autorizado: não há XML nem PDF dele.`);
}

async function signedXml(em: EntityManager, document: Of): Promise<string> {
  const { id, accessKey } = document;
  const of = { document: id, accessKey: accessKey ?? '' };
  const [emission] = await em.find(Emission, of, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw notAuthorized(document);
  return emission.signedXml;
}

/** The EPEC of the very note: an attempt before it may have had another, of another key. */
async function epecOf(
  em: EntityManager,
  { id, accessKey }: { id: string; accessKey: string },
): Promise<EpecRegistration> {
  const events = await em.find(
    DocumentEvent,
    { document: id, type: 'EPEC', status: 'REGISTERED', protocol: { $ne: null } },
    { populate: ['signedXml'] },
  );
  const event = events.find(({ signedXml }) => signedXml?.includes(`<chNFe>${accessKey}</chNFe>`));
  if (!event?.protocol) {
    const message = 'A nota foi feita para EPEC, e o protocolo do EPEC ainda não é conhecido: o DANFE sai com ele.';
    throw new DomainError('not_found', message);
  }
  // The sheet shows the issuer's local time, as in its other moments.
  const registeredAt = fiscalDateTime(event.registeredAt ?? event.occurredAt, stateOf(accessKey.slice(0, 2)));
  return { protocol: event.protocol, registeredAt };
}
