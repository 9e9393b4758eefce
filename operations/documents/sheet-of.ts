import type { EntityManager } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { EpecRegistration } from '../../domain/pages/danfe/authorized-note.ts';
import type { Drawn } from '../../domain/pages/drawers.ts';
import { stateOf } from '../../domain/states.ts';
import { pendingNote } from './pending.ts';
import { authorizedXmls } from './sheets.ts';

/** What a document's sheet is drawn from, and whether the authority has authorized it: until then the sheet says that it is of contingency. */
export type SheetSource = Drawn & { accessKey: string; isAuthorized: boolean };

/**
 * What the sheet of a document may be drawn from: the XML that the authority authorized; before that the signed one, of an NFC-e that was
 * issued offline (tpEmis 9), and of an NF-e whose EPEC is registered (tpEmis 4).
 *
 * @throws DomainError `not_found` where there is neither
 */
export async function sheetOf(em: EntityManager, document: Document): Promise<SheetSource> {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (authorized) return { accessKey: authorized.accessKey ?? '', xml: authorized.xml, isAuthorized: true };
  const pending = await pendingNote(em, document);
  if (!pending) throw notAuthorized(document);
  const { accessKey, xml, epec } = pending;
  const signed = { accessKey, xml, isAuthorized: false };
  return epec ? { ...signed, epec: registrationOf(epec, accessKey) } : signed;
}

/** Why there is no sheet, nor an authorized XML. */
export function notAuthorized({ status, contingencyMode }: Pick<Document, 'status' | 'contingencyMode'>): DomainError {
  const message =
    contingencyMode === 'EPEC'
      ? 'A nota foi feita para EPEC, e o protocolo do EPEC ainda não é conhecido: o DANFE sai com ele.'
      : `Este documento está ${status} e não foi autorizado: não há XML nem PDF dele.`;
  return new DomainError('not_found', message);
}

function registrationOf({ protocol, registeredAt, occurredAt }: DocumentEvent, accessKey: string): EpecRegistration {
  // The sheet shows the issuer's local time, as in its other moments.
  const at = fiscalDateTime(registeredAt ?? occurredAt, stateOf(accessKey.slice(0, 2)));
  return { protocol: protocol ?? '', registeredAt: at };
}
