import { taxRecordsOf } from '../catalog/tax-records.ts';
import type { EntityManager } from '../config/orm.ts';
import { computeNote } from '../domain/documents/compute.ts';
import type { ComputedContent, Document } from '../domain/documents/document.entity.ts';
import { Emission } from '../domain/documents/emission.entity.ts';
import { DomainError, type Issue } from '../domain/errors.ts';
import { randomCNF } from '../domain/nfe/access-key.ts';
import { layoutNfe } from '../domain/nfe/layout/inf-nfe.ts';
import { signNfe } from '../domain/nfe/nfe.ts';
import { maxMessageBytes } from '../domain/sefaz/messages.ts';
import type { ComputedNote } from '../domain/nfe/note.ts';
import type { SigningIdentity } from './identities.ts';
import type { Means } from './means.ts';
import { drawNumber } from './numbering.ts';
import { recordEvent } from './outbox.ts';
import type { Parts } from './parts.ts';

/** The note cannot be issued as it is; the message tells the person who can mend it. */
export class LocalRejection extends Error {}

/**
 * Resolves, numbers, builds, signs and checks one attempt, and leaves it in the transaction `em` (invariants 1 and 2).
 *
 * @throws LocalRejection so that the transaction, with the number drawn in it, is undone
 */
export async function issue(em: EntityManager, document: Document, means: Means, parts: Parts): Promise<Emission> {
  const identity = await usableIdentity(em, means, parts);
  const note = await compute(em, means, document, parts);
  const model = note.model;
  const series = note.issuer.settings.series[model];
  if (series === undefined)
    throw new LocalRejection(`A empresa não tem série para o modelo ${model}: lavra company set.`);
  const keepsNumber = document.number > 0 && !document.isDenied && document.series === series;
  const number = keepsNumber
    ? document.number
    : await drawNumber(em, { company: document.company, environment: document.environment, model, series });

  const { accessKey, infNFe } = layoutNfe(note, {
    series,
    number,
    cNF: randomCNF(number),
    issuedAt: document.issueDateTime,
    environment: document.environment,
    version: parts.version,
  });
  const { xml, digestValue } = await signNfe(infNFe, accessKey, identity.signer);
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

/** Ends an attempt without authorization, with its event, in the transaction `em`. @returns the endpoints to wake */
export async function rejectDocument(
  em: EntityManager,
  document: Document,
  { reason, cStat = null, denied = false }: { reason: string; cStat?: string | null; denied?: boolean },
): Promise<string[]> {
  document.reject(reason, cStat, { denied });
  return recordEvent(em, 'DOCUMENT_REJECTED', document);
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
  try {
    return computeNote({
      issuer,
      client: document.clientSnapshot,
      payload: document.payload,
      records: await taxRecordsOf(em, document),
      rates,
      on: document.issueDateTime,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new LocalRejection(error.issues.length > 0 ? inLines(error.issues) : error.message, { cause: error });
  }
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

/** Every fault in one text, each with its field. */
function inLines(faults: Issue[]): string {
  return faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
}

/** The issuer's settings stay with the company; the note keeps what was computed with them. */
function contentOf({ issuer: _issuer, ...content }: ComputedNote): ComputedContent {
  return content;
}
