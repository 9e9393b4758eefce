import type { EntityManager } from '../../config/orm.ts';
import { randomCNF } from '../../domain/access-key.ts';
import type { Csrt } from '../../domain/companies/security-codes.ts';
import type { CompanySettings, Environment, Issuer } from '../../domain/companies/settings.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { computeNote } from '../../domain/documents/compute/note.ts';
import { computeService } from '../../domain/documents/compute/service.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import { chargedFor, type ComputedService } from '../../domain/documents/computed-service.ts';
import type {
  ComputedContent,
  ComputedGoods,
  ComputedServiceContent,
  Document,
  IssuedForm,
} from '../../domain/documents/document.entity.ts';
import type { GoodsPayload, ServicePayload } from '../../domain/documents/payload.ts';
import { buildNfe } from '../../domain/nfe/build-nfe.ts';
import { buildDps } from '../../domain/nfse/dps.ts';
import { type MasterKey, sealOwner, unseal } from '../../domain/seal.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { originsOf } from '../../operations/documents/references.ts';
import { serviceRecordsOf, taxRecordsOf } from '../../operations/records/tax-records.ts';
import { LocalRejection, orLocalRejection, validatorOf } from '../conversation/local-rejection.ts';
import type { Parts } from '../parts.ts';
import { inContingency } from './contingency-form.ts';
import { type IssuingInputs, openCsc } from './issuing-inputs.ts';

/** What identifies a document, and with `contingency` its form. */
export type DocumentIdentity = {
  series: number;
  number: number;
  issuedAt: Date;
  environment: Environment;
  /** The code (cNF) of a key that is kept; where it is null, a random one is drawn. */
  cNF: string | null;
  /** Null for a note that is issued the normal way. */
  contingency: IssuedForm | null;
};

/** A signed document: the bytes that are sent, and what identifies it in the calls about it. */
type BuiltDocument = {
  subject: string;
  /** Null where the authority gives it with its answer. */
  accessKey: string | null;
  xml: string;
  digestValue: string;
};

/** A document with everything computed that does not depend on its number, and `build`, which makes and signs its XML. */
export type UnnumberedDocument = {
  settings: CompanySettings;
  content: ComputedContent;
  totalValue: string;
  build(drawn: DocumentIdentity, signer: Signer): BuiltDocument;
};

/**
 * Computes a document according to its type.
 *
 * @throws LocalRejection for what cannot be issued as it is, or not by this version of Lavra
 */
export async function draftOf(
  em: EntityManager,
  document: Document,
  inputs: IssuingInputs,
  parts: Parts,
): Promise<UnnumberedDocument> {
  const { issuer } = inputs;
  if (!issuer) {
    throw new LocalRejection(
      'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e emita de novo.',
    );
  }
  const { payload } = document;
  switch (payload.type) {
    case 'NFE':
    case 'NFCE':
      return goodsDraft(em, { document, payload, issuer, inputs }, parts);
    case 'NFSE':
      return serviceDraft(em, { document, payload, issuer }, parts);
  }
}

type Goods = { document: Document; payload: GoodsPayload; issuer: Issuer; inputs: IssuingInputs };

/** A note of goods, computed. */
async function goodsDraft(
  em: EntityManager,
  { document, payload, issuer, inputs }: Goods,
  parts: Parts,
): Promise<UnnumberedDocument> {
  const { rates, masterKey, version } = parts;
  const { company, clientSnapshot: client, issueDateTime: on } = document;
  const note = await orLocalRejection(async () => {
    const records = await taxRecordsOf(em, { company, payload });
    const origins = await originsOf(em, { company, environment: document.environment }, payload);
    return computeNote({ issuer, client, payload, records, origins, rates, on });
  });
  return {
    settings: issuer.settings,
    content: goodsContentOf(note),
    totalValue: note.totals.note,
    build(drawn, signer) {
      const { cNF, contingency, environment } = drawn;
      const { state } = issuer.settings.address;
      const identity = {
        ...drawn,
        cNF: cNF ?? randomCNF(drawn.number),
        contingency: inContingency(contingency, { state, environment }),
        version,
        hasSimplesGroup: hasSimplesGroup(parts, payload.type, drawn.issuedAt),
      };
      const means = {
        signer,
        csc: openCsc(document, inputs.csc, masterKey),
        csrt: openCsrt(document, issuer.settings, masterKey),
      };
      const built = buildNfe(note, identity, means);
      return { ...built, subject: built.accessKey };
    },
  };
}

/** Whether the schemas that check the note have the group gTribSN (NT 2026.005). */
function hasSimplesGroup(parts: Parts, type: GoodsPayload['type'], issuedAt: Date): boolean {
  const { family, file } = traitsOf[type].schema;
  return validatorOf(parts, family, issuedAt).declares(file, 'gTribSN');
}

/** The content that the note keeps: all but the issuer's settings, which stay with the company. */
function goodsContentOf({ issuer: _issuer, ...content }: ComputedNote): ComputedGoods {
  return content;
}

/** The CSRT for the note's hash; null where the company has none in the document's environment. */
function openCsrt(
  { company, environment }: Pick<Document, 'company' | 'environment'>,
  { technicalResponsible }: CompanySettings,
  masterKey: MasterKey,
): Csrt | null {
  const kept = technicalResponsible?.csrt?.[environment];
  return kept ? { id: kept.id, code: unseal(masterKey, sealOwner.csrt(company, environment), kept.sealed) } : null;
}

type Service = { document: Document; payload: ServicePayload; issuer: Issuer };

/** Computes a service. */
async function serviceDraft(
  em: EntityManager,
  { document, payload, issuer }: Service,
  { version, rates }: Parts,
): Promise<UnnumberedDocument> {
  const { company, clientSnapshot: client, issueDateTime: on } = document;
  const service = await orLocalRejection(async () => {
    const templateId = payload.templateId ?? issuer.settings.nfse?.defaultTemplateId ?? null;
    const records = await serviceRecordsOf(em, { company, payload: { ...payload, templateId } });
    return computeService({ issuer, client, payload, records, rates, on });
  });
  return {
    settings: issuer.settings,
    content: serviceContentOf(service),
    totalValue: chargedFor(service.amounts),
    build(drawn, signer) {
      const { dpsId, xml, digestValue } = buildDps(service, { ...drawn, version }, signer);
      return { subject: dpsId, accessKey: null, xml, digestValue };
    },
  };
}

/** The content that the document keeps: all but the issuer's settings, which stay with the company. */
function serviceContentOf({ issuer: _issuer, ...content }: ComputedService): ComputedServiceContent {
  return content;
}
