import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { otherCity } from '../../domain/clients/address.ts';
import { seriesOf } from '../../domain/companies/settings.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Fault } from '../../domain/faults.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { logFields } from '../../telemetry/log-fields.ts';
import type { CompanyCaller } from '../access/admit.ts';
import { inCompany, inCompanyBy } from '../in-company.ts';
import { keepPlans } from '../keep-plans.ts';
import { type CheckContext, checkKept, checkSale, issuable, keepable, warningsOf } from './check-sale.ts';
import { type Contingency, contingencyOf } from '../contingency/of-documents.ts';
import { checkExternalId, holdSale, type NamedSale, othersOf } from './external-id.ts';
import { issuingFaults } from './issuing-means.ts';
import { checkQuota } from './quota.ts';
import { type Recipient, recipientOf } from './recipient.ts';
import type { SaleRequest } from './sale-request.ts';

/** A request that may be repeated: its `Idempotency-Key`, and the fingerprint of its body. */
export type Repeatable = { key: string; fingerprint: string };

/** What a document is created from. */
export type NewDocument = {
  sale: SaleRequest;
  recipient: Recipient;
  /** Whether its emission is requested at once. */
  emit: boolean;
  /** Id of the sale in the caller's system. */
  externalId: string | null;
  repeatable: Repeatable | null;
};

/** Who creates it; `keyId` is null for a person. */
type Creator = Pick<CompanyCaller, 'company' | 'office'> & { keyId: string | null };

/**
 * A created document, its warnings (why it could not be issued as it is, and what may be a mistake), and whether an earlier request had created it.
 */
export type CreatedDocument = {
  document: Document;
  contingency: Contingency | null;
  warnings: Fault[];
  isReplay: boolean;
};

/**
 * Creates one document for one key, however many requests come at once: the unique constraint decides which one does, and the others return its
 * document. A document whose emission was requested is PROCESSING, and waits for its workflow.
 *
 * @throws DomainError with every fault that keeps the sale from being issued, or, where its emission is not requested, from being stored;
 *   `duplicate_external_id`, `idempotency_key_mismatch`, `quota_exhausted`
 */
export async function createDocument(
  { orm, rates }: { orm: Orm; rates: LawTables },
  caller: Creator,
  creation: NewDocument,
): Promise<CreatedDocument> {
  const { id: company } = caller.company;
  const context = { company: caller.company, rates, on: new Date() };
  try {
    return await inCompanyBy(orm, caller.company, async (em) => {
      keepPlans(em);
      await holdSale(em, saleOf(caller, creation));
      return (await replay(em, creation, context)) ?? (await create(em, caller, creation, context));
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const winner = await inCompany(orm, company, (em) => replay(em, creation, context));
    if (!winner) throw error;
    return winner;
  }
}

async function replay(
  em: EntityManager,
  { repeatable }: NewDocument,
  context: CheckContext,
): Promise<CreatedDocument | null> {
  if (!repeatable) return null;
  const document = await em.findOne(Document, { idempotencyKey: repeatable.key });
  if (!document) return null;
  if (document.idempotencyFingerprint !== repeatable.fingerprint) {
    const message = 'Esta Idempotency-Key já foi usada com outro corpo. Use outra chave, ou repita o mesmo corpo.';
    throw new DomainError('idempotency_key_mismatch', message);
  }
  const { environment, externalId = null, id: own } = document;
  const others = await othersOf(em, { company: context.company, environment, externalId, own });
  const warnings = [
    ...(await presentWarnings(em, document, context)),
    ...others,
    ...otherCity(document.clientSnapshot),
  ];
  return { document, contingency: await contingencyOf(em, document), warnings, isReplay: true };
}

function saleOf({ company }: Pick<Creator, 'company'>, { externalId }: Pick<NewDocument, 'externalId'>): NamedSale {
  return { company, environment: company.environment, externalId };
}

/** What keeps a document from being issued now, and what about it may be a mistake; none for a document that was issued, or is being issued. */
async function presentWarnings(em: EntityManager, document: Document, context: CheckContext): Promise<Fault[]> {
  if (document.status !== 'DRAFT') return [];
  await em.populate(document, ['payload']);
  const company = { ...context.company, environment: document.environment };
  const checked = await checkKept(em, document, { ...context, company });
  return warningsOf(checked, await issuingFaults(em, company, document.type));
}

async function create(
  em: EntityManager,
  caller: Creator,
  { sale, recipient, emit, externalId, repeatable }: NewDocument,
  context: CheckContext,
): Promise<CreatedDocument> {
  const { keyId, company, office } = caller;
  const { on: now } = context;
  const checked = await checkSale(em, sale, { ...context, recipient: () => recipientOf(em, company.id, recipient) });
  const ofCompany = await issuingFaults(em, company, sale.type);
  const { payload, client, totalValue, warnings } = emit
    ? issuable(checked, ofCompany, company)
    : keepable(checked, ofCompany);
  const others = await checkExternalId(em, saleOf(caller, { externalId }));
  if (emit) await checkQuota(em, { ...company, company: company.id }, now);
  const document = em.create(Document, {
    company: company.id,
    type: payload.type,
    environment: company.environment,
    series: company.settings && seriesOf(company.settings, payload.type),
    totalValue,
    issueDateTime: now,
    client: client.id,
    clientSnapshot: client,
    payload,
    externalId,
    idempotencyKey: repeatable?.key ?? null,
    idempotencyFingerprint: repeatable?.fingerprint ?? null,
    createdBy: keyId,
    issuedByOffice: office?.name ?? null,
  });
  if (emit) {
    document.requestEmission(now, office?.name);
    document.requestId = logFields().requestId ?? null;
  }
  return { document, contingency: null, warnings: [...warnings, ...others, ...otherCity(client)], isReplay: false };
}
