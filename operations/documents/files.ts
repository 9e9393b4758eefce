import type { EntityManager, Orm } from '../../config/orm.ts';
import { traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import { findDocument } from './find-document.ts';
import { pendingNote } from './pending.ts';
import { authorizedXmls, type Copy, sheetDrawer } from './sheets.ts';

/** An XML under the name by which it is kept. */
export type XmlFile = { name: string; xml: string };

/** A page that is still to be drawn, under the name of its PDF. */
export type Page = { name: string; html: string };

/**
 * A document's XML: as the authority authorized it, or as it was signed last. One that was issued in contingency has the signed one for both until
 * it is authorized.
 *
 * @throws NotFound
 * @throws DomainError `not_found` where the document was neither authorized nor issued in contingency, or never signed
 */
export function documentXml(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  type: 'authorized' | 'signed',
): Promise<XmlFile> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const { files } = traitsOf[document.type];
    const pending = type === 'authorized' ? await pendingNote(em, document) : null;
    if (pending) return { name: `${pending.accessKey}-${files.signed}`, xml: pending.xml };
    const { accessKey, xml } = await (type === 'signed' ? signed(em, document) : authorizedXml(em, document));
    return { name: `${accessKey}-${files[type]}`, xml };
  });
}

/**
 * The page that travels with a document's goods, or is given to its consumer.
 *
 * @param copy of a coupon that is not authorized yet; both copies where it is absent
 * @throws NotFound
 * @throws DomainError `not_found` where the document was neither authorized nor issued in contingency
 */
export function documentPage(orm: Orm, company: ActingCompany, documentId: string, copy?: Copy): Promise<Page> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const pending = await pendingNote(em, document);
    if (pending) {
      const { accessKey, xml, contingency } = pending;
      const draw = await sheetDrawer(em, company.id, []);
      return { name: `${accessKey}.pdf`, html: draw(document, xml, { copy, epec: contingency.epec }) };
    }
    const { accessKey, xml } = await authorizedXml(em, document);
    const draw = await sheetDrawer(em, company.id, [document]);
    return { name: `${accessKey}.pdf`, html: draw(document, xml) };
  });
}

/**
 * The nfeProc of a document, and its access key.
 *
 * @throws DomainError `not_found` where the document was never authorized
 */
export async function authorizedXml(em: EntityManager, document: Document) {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (!authorized) {
    const message = `Este documento está ${document.status} e não foi autorizado: não há XML nem PDF dele.`;
    throw new DomainError('not_found', message);
  }
  return authorized;
}

async function signed(em: EntityManager, { id }: Document) {
  const [emission] = await em.find(Emission, { document: id }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw new DomainError('not_found', 'Este documento ainda não foi assinado: emita-o antes.');
  return { accessKey: emission.accessKey ?? emission.subject, xml: emission.signedXml };
}
