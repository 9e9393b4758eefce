import type { EntityManager, Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { cancellationTypes } from '../../domain/documents/events/cancellations.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { DanfeOptions } from '../../domain/pages/danfe/sheet-drawings.ts';
import { drawers } from '../../domain/pages/drawers.ts';
import { stateOf } from '../../domain/states.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import { findDocument } from './find-document.ts';

/** An XML under the name by which it is kept. */
export type XmlFile = { name: string; xml: string };

/** A page that is still to be drawn, under the name of its PDF. */
export type Page = { name: string; html: string };

/**
 * A document's XML: as the authority authorized it, or as it was signed last.
 *
 * @throws NotFound
 * @throws DomainError `not_found` where the document was never authorized, or never signed
 */
export function documentXml(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  type: 'authorized' | 'signed',
): Promise<XmlFile> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const { emission, xml } = await (type === 'signed' ? signed(em, document) : authorizedXml(em, document));
    return { name: `${emission.accessKey ?? emission.subject}-${traitsOf[document.type].files[type]}`, xml };
  });
}

/**
 * The page that travels with a document's goods, or is given to its consumer.
 *
 * @throws NotFound
 * @throws DomainError `not_found` where the document was never authorized
 */
export function documentPage(orm: Orm, company: ActingCompany, documentId: string): Promise<Page> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const { emission, xml } = await authorizedXml(em, document);
    const cancelled = await cancellationOf(em, document);
    const layout = await layoutOf(em, company.id);
    const draw = drawers[document.type];
    return { name: `${emission.accessKey}.pdf`, html: draw(xml, { ...layout, ...(cancelled ? { cancelled } : {}) }) };
  });
}

/**
 * The nfeProc of a document, and its emission.
 *
 * @throws DomainError `not_found` where the document was never authorized
 */
export async function authorizedXml(em: EntityManager, { id, status, accessKey }: Document) {
  const isAuthorized = status === 'AUTHORIZED' || status === 'CANCELLED';
  const [emission] = isAuthorized
    ? await em.find(
        Emission,
        { document: id, accessKey: accessKey ?? '', procXml: { $ne: null } },
        { orderBy: { attempt: 'desc' }, limit: 1 },
      )
    : [];
  if (!emission?.procXml) {
    throw new DomainError('not_found', `Este documento está ${status} e não foi autorizado: não há XML nem PDF dele.`);
  }
  return { emission, xml: emission.procXml };
}

async function signed(em: EntityManager, { id }: Document) {
  const [emission] = await em.find(Emission, { document: id }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw new DomainError('not_found', 'Este documento ainda não foi assinado: emita-o antes.');
  return { emission, xml: emission.signedXml };
}

/** How the company wants its sheets; read here, because the caller's company comes without its logo. */
async function layoutOf(em: EntityManager, companyId: string): Promise<DanfeOptions> {
  const { settings } = await em.findOneOrFail(Company, { id: companyId });
  const { orientation = 'PORTRAIT', logo } = settings?.danfe ?? {};
  return { orientation, ...(logo ? { logo } : {}) };
}

const substituted = 'CANCELLATION_BY_SUBSTITUTION' as const;

async function cancellationOf(em: EntityManager, { id, type, status, accessKey }: Document) {
  if (status !== 'CANCELLED' || !accessKey) return null;
  const isService = traitsOf[type].authority === 'SEFIN';
  // An NFS-e is replaced at the moment in which the other one is authorized; the XML of that event comes a little later.
  const event = await em.findOne(DocumentEvent, {
    document: id,
    $or: [
      { type: { $in: cancellationTypes }, status: 'REGISTERED' },
      ...(isService ? [{ type: substituted, status: 'PENDING' } as const] : []),
    ],
  });
  if (!event) return null;
  // The sheet shows the issuer's local time, as in its other moments.
  const at = fiscalDateTime(event.registeredAt ?? event.occurredAt, stateOf(accessKey.slice(0, 2)));
  return { protocol: event.protocol ?? '', at, isReplaced: isService && event.type === substituted };
}
