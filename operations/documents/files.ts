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
import { stateOfCode } from '../../domain/states.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { contingencyOf } from '../contingency/of-documents.ts';
import { findDocument } from './find-document.ts';
import { authorizedXmls, sheetDrawer } from './sheets.ts';

/** An XML and its file name. */
export type XmlFile = { name: string; xml: string };

/** A page that is still to be printed, and the name of its PDF. */
export type PageFile = { name: string; html: string };

/**
 * The XML of a document: the one that the authority authorized, or the one that was signed last. For a document that was issued in contingency both
 * are the signed one until it is authorized.
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
 * @param calendar decides whether the block of the reform's taxes is drawn
 * @param copies which copy of the coupon of a note that was issued offline; both where absent
 * @param paper to print on; the document's usual one where absent
 * @throws NotFound
 * @throws DomainError `not_found` where the document was not authorized, and may not be printed before that (`sheetOf`); `validation_error` where
 *   a copy is asked for and the document has none, or a paper on which it is not printed
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

/**
 * Whether a document has two copies. A coupon that was issued offline keeps having them: whoever asks cannot know whether the authority has just
 * authorized it.
 */
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

/**
 * What a sheet is drawn from, and whether the authority has authorized the document: until then the sheet shows that it was issued in contingency.
 */
type SheetSource = SheetContent & { accessKey: string; isAuthorized: boolean };

/**
 * What the sheet of a document is drawn from: the authorized XML or, before that, the signed XML of a note that was issued offline (tpEmis 9) or of
 * an NF-e whose EPEC is registered (tpEmis 4).
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

/** The error where there is neither a sheet nor an authorized XML. */
function notAuthorized({ status, contingencyMode }: Pick<Document, 'status' | 'contingencyMode'>): DomainError {
  const message =
    contingencyMode === 'EPEC'
      ? 'A nota foi feita para EPEC, e o protocolo do EPEC ainda não é conhecido: o DANFE sai com ele.'
      : `Este documento está ${status} e não foi autorizado: não há XML nem PDF dele.`;
  return new DomainError('not_found', message);
}

function registrationOf({ protocol, registeredAt, occurredAt }: DocumentEvent, accessKey: string): EpecRegistration {
  // The sheet shows the issuer's local time, as for its other times.
  const at = fiscalDateTime(registeredAt ?? occurredAt, stateOfCode(accessKey.slice(0, 2)));
  return { protocol: protocol ?? '', registeredAt: at };
}

/** The forms of contingency in which documents of each type are printed before they are authorized. An NF-e is issued offline only as a coupon. */
const printedBefore: Record<DocumentType, readonly ContingencyMode[]> = {
  NFE: ['EPEC', 'OFFLINE'],
  NFCE: ['OFFLINE'],
  NFSE: [],
};

/** The signed note of a document that was issued in contingency, and its EPEC, if any. */
type PendingNote = { accessKey: string; xml: string; epec: DocumentEvent | null };

/** What a document gives out before it is authorized; null where it gives out nothing yet, or has the authorized XML. */
async function pendingNote(em: EntityManager, document: Document): Promise<PendingNote | null> {
  const { id, type, status, accessKey } = document;
  if (status === 'AUTHORIZED' || status === 'CANCELLED' || !accessKey) return null;
  const contingency = await contingencyOf(em, document);
  if (!contingency || !isPrintable(document, contingency)) return null;
  const mode = modeOfEmissionType(emissionTypeOfKey(accessKey));
  if (mode === null || !printedBefore[type].includes(mode)) return null;
  // A rejected attempt that was never signed keeps the paper of the attempt before.
  const [emission] = await em.find(Emission, { document: id, accessKey }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission || (type === 'NFE' && mode === 'OFFLINE' && !isCoupon(emission.signedXml))) return null;
  return { accessKey, xml: emission.signedXml, epec: contingency.epec };
}
