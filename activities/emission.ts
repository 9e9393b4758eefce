import { taxRecordsOf } from '../catalog/tax-records.ts';
import type { EntityManager } from '../config/orm.ts';
import { computeNote } from '../domain/documents/compute.ts';
import type { ComputedContent, Document } from '../domain/documents/document.entity.ts';
import { Emission } from '../domain/documents/emission.entity.ts';
import { randomCNF } from '../domain/nfe/access-key.ts';
import { buildNfe } from '../domain/nfe/build-nfe.ts';
import type { ComputedNote } from '../domain/nfe/note.ts';
import { maxMessageBytes } from '../domain/sefaz/messages.ts';
import { recordEvent, type Transaction } from '../operations/outbox.ts';
import { openCsc } from './csc.ts';
import type { SigningIdentity } from './identities.ts';
import { inLines, LocalRejection, orLocalRejection } from './local-rejection.ts';
import type { Means } from './means.ts';
import { drawNumber, mayKeepNumber } from './numbering.ts';
import type { Parts } from './parts.ts';

/**
 * Resolves, numbers, builds, signs and checks one attempt, and leaves it in the transaction `em` (invariants 1 and 2).
 *
 * @throws LocalRejection so that the transaction, with the number drawn in it, is undone
 */
export async function issue(em: EntityManager, document: Document, means: Means, parts: Parts): Promise<Emission> {
  const identity = await usableIdentity(em, means, parts);
  const note = await compute(em, means, document, parts);
  const series = seriesOf(note);
  const { company, environment, issueDateTime: issuedAt } = document;
  const of = { company, environment, model: note.model, series };
  const keepsNumber = isOwnNumber(document, series) && (await mayKeepNumber(em, of, document.number));
  const number = keepsNumber ? document.number : await drawNumber(em, of);

  const drawn = { series, number, cNF: randomCNF(number), issuedAt, environment, version: parts.version };
  const secrets = { signer: identity.signer, csc: openCsc(document, means.csc, parts.masterKey) };
  const { accessKey, xml, digestValue } = await orLocalRejection(() => buildNfe(note, drawn, secrets));
  checkAgainstSchema(xml, document, parts);
  checkSize(xml);

  em.assign(document, {
    series,
    number,
    accessKey,
    computed: contentOf(note),
    totalValue: note.totals.note,
    isDenied: false,
  });
  return em.create(Emission, {
    document: document.id,
    attempt: document.attempt,
    company: document.company,
    series,
    number,
    accessKey,
    signedXml: xml,
    digestValue,
    createdAt: new Date(),
  });
}

/** Whether the document has a number of that series which was not spent on a denied note. */
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
  { certificateId }: Means,
  { identities }: Parts,
): Promise<SigningIdentity> {
  if (certificateId === null)
    throw new LocalRejection(
      'A empresa não tem certificado A1. Cadastre um com "lavra certificate add" e emita de novo.',
    );
  const identity = await identities.byId(em, certificateId);
  if (identity.notAfter <= new Date()) {
    const day = identity.notAfter.toISOString().slice(0, 10);
    throw new LocalRejection(`O certificado A1 da empresa venceu em ${day}. Cadastre o novo e emita de novo.`);
  }
  return identity;
}

async function compute(
  em: EntityManager,
  { issuer }: Means,
  document: Document,
  { rates }: Parts,
): Promise<ComputedNote> {
  if (!issuer) {
    throw new LocalRejection(
      'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e emita de novo.',
    );
  }
  const { clientSnapshot: client, payload, issueDateTime: on } = document;
  return orLocalRejection(async () => {
    const records = await taxRecordsOf(em, document);
    return computeNote({ issuer, client, payload, records, rates, on });
  });
}

/** The series that the company uses for the note's model. */
function seriesOf({ model, issuer }: ComputedNote): number {
  const series = issuer.settings.series[model];
  if (series !== undefined) return series;
  throw new LocalRejection(
    'A empresa não tem série para NFC-e. Defina-a com "lavra company set --nfce-series 1" e emita de novo.',
  );
}

function checkAgainstSchema(xml: string, { issueDateTime }: Document, parts: Parts): void {
  const faults = parts.validatorOn(issueDateTime).validate('nfe_v4.00.xsd', xml);
  if (faults.length > 0) throw new LocalRejection(`O XML não passa no esquema oficial.\n${inLines(faults)}`);
}

/** What the SOAP envelope and the lot put around a note. */
const envelopeBytes = 1024;

/** The authority would refuse the message (214); here the number is not even drawn. */
function checkSize(xml: string): void {
  const bytes = Buffer.byteLength(xml) + envelopeBytes;
  if (bytes <= maxMessageBytes) return;
  const [size, limit] = [bytes, maxMessageBytes].map((each) => Math.ceil(each / 1024));
  throw new LocalRejection(`A nota tem ${size} KB e a SEFAZ aceita até ${limit} KB. Divida a venda em mais notas.`);
}

/** The issuer's settings stay with the company; the note keeps what was computed with them. */
function contentOf({ issuer: _issuer, ...content }: ComputedNote): ComputedContent {
  return content;
}
