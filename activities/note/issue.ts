import type { EntityManager } from '../../config/orm.ts';
import { parseAccessKey } from '../../domain/access-key.ts';
import { noSeriesReason } from '../../domain/companies/issuing-means.ts';
import { type CompanySettings, seriesOf } from '../../domain/companies/settings.ts';
import type { Authority } from '../../domain/conversation/authority.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import type { Document, IssuedForm } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { envelopeBytes } from '../../domain/sefaz/message-size.ts';
import { drawNumber, mayKeepNumber } from '../../operations/documents/numbering.ts';
import { takePlace } from '../../operations/documents/quota.ts';
import { recordEvent, type Transaction } from '../../operations/outbox.ts';
import { inLines, LocalRejection, orLocalRejection, validatorOf } from '../conversation/local-rejection.ts';
import { authorityOf } from '../conversation/matter.ts';
import { MendNeeded } from '../wait-for-mend.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { matchedNote, undecidedAfterRestore } from '../restored/unknown-notes.ts';
import { presentForm } from './contingency-form.ts';
import { draftOf } from './draft.ts';
import type { IssuingInputs } from './issuing-inputs.ts';

/**
 * Resolves taxes, draws a number, builds, signs and checks one attempt, and writes it in the transaction `em` (invariants 1 and 2).
 *
 * @throws LocalRejection so that the transaction, with the number drawn in it, is rolled back
 */
export async function issue(
  em: EntityManager,
  document: Document,
  inputs: IssuingInputs,
  parts: Parts,
  again: IssuedAgain | null = null,
): Promise<Emission> {
  const { signer } = await usableIdentity(em, inputs, parts);
  const draft = await draftOf(em, document, inputs, parts);
  const { company, environment, type, issueDateTime: issuedAt } = document;
  const series = usedSeries(draft.settings, type);
  const { settings } = draft;
  const model = traitsOf[type].numberedAs;
  const issuing = { series, issuedAt, environment, contingency: null };
  const undecided = inputs.restored?.hasUndecided ? inputs.restored : null;
  if (again && undecided) throw new MendNeeded(undecidedAfterRestore);
  const found =
    undecided && (await matchedNote(em, { document, taxId: inputs.taxId, model, draft, issuing, signer }, undecided));
  // A sale that is issued anew has had its place in the quota since it was issued first.
  if (!again) await orLocalRejection(() => takePlace(em, { company, environment, settings }, parts.now()));
  const of = { company, environment, model, series };
  const isFree = isOwnNumber(document, series) && again?.spendsNumber !== true;
  const keepsNumber = isFree && (await mayKeepNumber(em, of, document.number));
  const number = found?.number ?? (keepsNumber ? document.number : await drawNumber(em, of));
  const contingency = found ? null : again ? again.form : presentForm(document, inputs, parts);
  const cNF = found ? found.cNF : keepsNumber && inputs.kept ? parseAccessKey(inputs.kept.accessKey).cNF : null;

  const drawn = { series, number, issuedAt, environment, cNF, contingency };
  const { subject, accessKey, xml, digestValue } = await orLocalRejection(() => draft.build(drawn, signer));
  checkAgainstSchema(xml, document, parts);
  checkSize(xml, authorityOf(type));

  const { content: computed, totalValue } = draft;
  em.assign(document, { series, number, accessKey, computed, totalValue, isDenied: false });
  document.issueAs(contingency);
  return em.create(Emission, {
    document: document.id,
    attempt: document.attempt,
    company,
    series,
    number,
    subject,
    accessKey,
    signedXml: xml,
    digestValue,
    createdAt: parts.now(),
  });
}

/** The form chosen for a sale that is issued anew; `spendsNumber` where the authority may have its number. */
export type IssuedAgain = { form: IssuedForm | null; spendsNumber: boolean };

/** Whether the document has a number of that series, and that number was not spent on a denied note. */
function isOwnNumber(document: Document, series: number): boolean {
  return document.number > 0 && !document.isDenied && document.series === series;
}

/** Ends an attempt without authorization, with its event, in the transaction. */
export async function rejectDocument(
  tx: Transaction,
  document: Document,
  { reason, cStat = null, denied = false }: { reason: string; cStat?: string | null; denied?: boolean },
): Promise<void> {
  document.reject(reason, cStat, { denied });
  await recordEvent(tx, 'DOCUMENT_REJECTED', document);
}

async function usableIdentity(
  em: EntityManager,
  { certificateId }: IssuingInputs,
  parts: Parts,
): Promise<SigningIdentity> {
  if (certificateId === null)
    throw new LocalRejection(
      'A empresa não tem certificado A1. Cadastre um com "lavra certificate add" e emita de novo.',
    );
  const identity = await parts.identities.byId(em, certificateId);
  if (identity.notAfter <= parts.now()) {
    const day = identity.notAfter.toISOString().slice(0, 10);
    throw new LocalRejection(`O certificado A1 da empresa venceu em ${day}. Cadastre o novo e emita de novo.`);
  }
  return identity;
}

function usedSeries(settings: CompanySettings, type: DocumentType): number {
  const series = seriesOf(settings, type);
  if (series !== null) return series;
  throw new LocalRejection(noSeriesReason(type));
}

function checkAgainstSchema(xml: string, { type, issueDateTime }: Document, parts: Parts): void {
  const { family, file } = traitsOf[type].schema;
  const faults = validatorOf(parts, family, issueDateTime).validate(file, xml);
  if (faults.length > 0) throw new LocalRejection(`O XML não passa no esquema oficial.\n${inLines(faults)}`);
}

/** Refuses a message that is larger than the authority takes (214 of the SEFAZ): refused here, it uses no number. */
function checkSize(xml: string, { maxMessageBytes, called }: Authority): void {
  const bytes = Buffer.byteLength(xml) + envelopeBytes;
  if (maxMessageBytes === null || bytes <= maxMessageBytes) return;
  const [size, limit] = [bytes, maxMessageBytes].map((each) => Math.ceil(each / 1024));
  throw new LocalRejection(
    `A nota tem ${size} KB e ${called.the} aceita até ${limit} KB. Divida a venda em mais notas.`,
  );
}
