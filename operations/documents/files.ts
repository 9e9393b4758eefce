import type { EntityManager, Orm } from '../../config/orm.ts';
import { type ContingencyMode, emissionTypeOfKey, modeOfEmissionType } from '../../domain/contingency-mode.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { isPrintable } from '../../domain/documents/printable.ts';
import { DomainError } from '../../domain/errors.ts';
import { fiscalDateTime } from '../../domain/fiscal-time.ts';
import type { LawCalendar } from '../../domain/law-calendar.ts';
import type { CouponCopies } from '../../domain/pages/coupon/coupon.ts';
import type { EpecRegistration } from '../../domain/pages/danfe/authorized-note.ts';
import type { SheetContent } from '../../domain/pages/drawers.ts';
import { isCoupon, type Paper, papersOf } from '../../domain/pages/papers.ts';
import { stateOf } from '../../domain/states.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { contingencyOf } from '../contingency/of-documents.ts';
import { findDocument } from './find-document.ts';
import { authorizedXmls, sheetDrawer } from './sheets.ts';

/** An XML under the name by which it is kept. */
export type XmlFile = { name: string; xml: string };

/** A page that is still to be drawn, under the name of its PDF. */
export type PageFile = { name: string; html: string };

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
 * @param calendar by which the block of the reform's taxes is drawn
 * @param copies of the coupon of a note that was issued offline and waits for its authorization; both when absent
 * @param paper that it is printed on; its own when absent
 * @throws NotFound
 * @throws DomainError `not_found` where the document was never authorized, and is not printed before it (`sheetOf`); `validation_error` where one
 *   copy is asked for of what has no copies, or a paper that the document is not printed on
 */
export function documentPage(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  { copies, paper, calendar }: { copies?: CouponCopies; paper?: Paper; calendar: LawCalendar },
): Promise<PageFile> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    if (copies && !hasCopies(document)) throw noCopies();
    const { accessKey, xml, epec } = await sheetOf(em, document);
    if (paper) checkPaper(paper, papersOf(document.type, xml));
    const draw = await sheetDrawer(em, { company: company.id, calendar }, [document]);
    const also = { ...(epec ? { epec } : {}), ...(copies ? { copies } : {}), ...(paper ? { paper } : {}) };
    return { name: `${accessKey}.pdf`, html: draw(document, xml, also) };
  });
}

/**
 * The nfeProc of a document, and its access key.
 *
 * @throws DomainError `not_found` where the document was never authorized
 */
export async function authorizedXml(em: EntityManager, document: Document) {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (!authorized) throw notAuthorized(document);
  return authorized;
}

async function signed(em: EntityManager, { id }: Document) {
  const [emission] = await em.find(Emission, { document: id }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw new DomainError('not_found', 'Este documento ainda não foi assinado: emita-o antes.');
  return { accessKey: emission.accessKey ?? emission.subject, xml: emission.signedXml };
}

/** A coupon that was issued offline keeps them in its address: who prints it does not know whether the authority has just authorized it. */
function hasCopies({ contingencyMode }: Document): boolean {
  return contingencyMode === 'OFFLINE';
}

function noCopies(): DomainError {
  const message = 'Só o cupom (NFC-e, ou NF-e em cupom) emitido offline tem duas vias; peça este documento sem copy.';
  return new DomainError('validation_error', message, { issues: [{ path: 'copy', message }] });
}

function checkPaper(paper: Paper, possible: readonly Paper[]): void {
  if (possible.includes(paper)) return;
  const label =
    paper === 'LABEL'
      ? ' A etiqueta é só da NF-e de venda a consumidor final (Ajuste SINIEF 7/2005, cláusula nona, § 5º-A).'
      : '';
  const message = `Este documento não sai nesse papel: peça ${possible.join(' ou ')}, ou nenhum.${label}`;
  throw new DomainError('validation_error', message, { issues: [{ path: 'paper', message }] });
}

/** What a document's sheet is drawn from, and whether the authority has authorized it: until then the sheet says that it is of contingency. */
type SheetSource = SheetContent & { accessKey: string; isAuthorized: boolean };

/**
 * What the sheet of a document may be drawn from: the XML that the authority authorized; before that the signed one, of a note that was
 * issued offline (tpEmis 9), and of an NF-e whose EPEC is registered (tpEmis 4).
 *
 * @throws DomainError `not_found` where there is neither
 */
export async function sheetOf(em: EntityManager, document: Document): Promise<SheetSource> {
  const authorized = (await authorizedXmls(em, [document])).get(document.id);
  if (authorized) return { accessKey: authorized.accessKey, xml: authorized.xml, isAuthorized: true };
  const pending = await pendingNote(em, document);
  if (!pending) throw notAuthorized(document);
  const { accessKey, xml, epec } = pending;
  const signed = { accessKey, xml, isAuthorized: false };
  return epec ? { ...signed, epec: registrationOf(epec, accessKey) } : signed;
}

/** Why there is no sheet, nor an authorized XML. */
function notAuthorized({ status, contingencyMode }: Pick<Document, 'status' | 'contingencyMode'>): DomainError {
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

/** The forms of contingency in which documents of a type are printed before the authority has them: of NF-e those in a coupon are offline. */
const printedBefore: Record<DocumentType, readonly ContingencyMode[]> = {
  NFE: ['EPEC', 'OFFLINE'],
  NFCE: ['OFFLINE'],
  NFSE: [],
};

/** The signed note of a document that was issued in contingency, and the EPEC that announced it. */
type PendingNote = { accessKey: string; xml: string; epec: DocumentEvent | null };

/** What a document gives out before it is authorized; null where it gives out nothing yet, or has the authority's own. */
async function pendingNote(em: EntityManager, document: Document): Promise<PendingNote | null> {
  const { id, type, status, accessKey } = document;
  if (status === 'AUTHORIZED' || status === 'CANCELLED' || !accessKey) return null;
  const contingency = await contingencyOf(em, document);
  if (!contingency || !isPrintable(document, contingency)) return null;
  const mode = modeOfEmissionType(emissionTypeOfKey(accessKey));
  if (mode === null || !printedBefore[type].includes(mode)) return null;
  // Of a rejected attempt that was never signed, the paper is that of the one before.
  const [emission] = await em.find(Emission, { document: id, accessKey }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission || (type === 'NFE' && mode === 'OFFLINE' && !isCoupon(emission.signedXml))) return null;
  return { accessKey, xml: emission.signedXml, epec: contingency.epec };
}
