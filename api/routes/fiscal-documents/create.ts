import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { type EntityManager, inCompany, type Orm } from '../../../config/orm.ts';
import { seriesOf } from '../../../domain/companies/settings.ts';
import { checkPayload } from '../../../domain/documents/check-payload.ts';
import { checkConsumer } from '../../../domain/documents/consumer-check.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { expectedTotal } from '../../../domain/documents/expected-total.ts';
import { checkInstallmentsOn } from '../../../domain/documents/installments-check.ts';
import { DomainError } from '../../../domain/errors.ts';
import { fiscalDay } from '../../../domain/fiscal-time.ts';
import { refuseAny } from '../../../domain/taxation/fault.ts';
import type { RateTables } from '../../../domain/taxation/rate-tables.ts';
import { callerOf, type Caller } from '../../locals.ts';
import type { Handler, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { askedDocument } from '../../requests/asked-document.ts';
import { idempotencyOf, type Repeatable } from '../../requests/idempotency.ts';
import { recipientOf } from '../../requests/recipient.ts';
import { createdView } from '../../views/document.ts';
import { issuerOf } from '../../requests/issuer.ts';
import { startOrLeave } from './start-or-leave.ts';

type Creation = {
  caller: Caller;
  body: Schema<'FiscalDocumentCreation'>;
  repeatable: Repeatable | null;
  rates: RateTables;
};
type Outcome = { document: Document; isReplay: boolean };

export function createHandler({ orm, rates, temporal }: ApiParts): Handler<'createFiscalDocument'> {
  return async (req, res) => {
    const repeatable = idempotencyOf(req.get('idempotency-key'), req.body);
    const caller = callerOf(res);
    const { document, isReplay } = await createOnce(orm, { caller, body: req.body, repeatable, rates });
    res.locals.documentId = document.id;
    if (isReplay) {
      res.set('Idempotent-Replayed', 'true').json(createdView(document));
      return;
    }
    const { taxId } = caller.company;
    const runId = document.status === 'PROCESSING' ? await startOrLeave(temporal, document, taxId) : null;
    res.status(201).json({ ...createdView(document), runId });
  };
}

/** One document for one key, however many requests come at once: the unique constraint decides, and who loses answers with the winner's. */
async function createOnce(orm: Orm, creation: Creation): Promise<Outcome> {
  const { companyId } = creation.caller;
  try {
    return await inCompany(orm, companyId, async (em) => (await replay(em, creation)) ?? create(em, creation));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const winner = await inCompany(orm, companyId, (em) => replay(em, creation));
    if (!winner) throw error;
    return winner;
  }
}

async function replay(em: EntityManager, { repeatable }: Creation): Promise<Outcome | null> {
  if (!repeatable) return null;
  const document = await em.findOne(Document, { idempotencyKey: repeatable.key });
  if (!document) return null;
  if (document.idempotencyFingerprint !== repeatable.fingerprint) {
    const message = 'Esta Idempotency-Key já foi usada com outro corpo. Use outra chave, ou repita o mesmo corpo.';
    throw new DomainError('idempotency_key_mismatch', message);
  }
  return { document, isReplay: true };
}

async function create(em: EntityManager, { caller, body, repeatable, rates }: Creation): Promise<Outcome> {
  const { companyId, keyId, company } = caller;
  const { payload: asked, records } = await askedDocument(em, companyId, body);
  const payload = checkPayload(asked, company.settings?.taxDefaults);
  const client = await recipientOf(em, companyId, body);
  const now = new Date();
  const issuer = issuerOf(company);
  const totalValue = expectedTotal({ issuer, client, payload, records, rates, on: now });
  refuseAny(checkConsumer(payload, client, totalValue));
  if (body.emit && issuer) refuseAny(checkInstallmentsOn(fiscalDay(now, issuer.settings.address.state), payload));
  const document = em.create(Document, {
    company: companyId,
    type: payload.type,
    environment: company.environment,
    series: company.settings && seriesOf(company.settings, payload.type),
    totalValue,
    issueDateTime: now,
    client: client.id,
    clientSnapshot: client,
    payload,
    externalId: body.externalId ?? null,
    idempotencyKey: repeatable?.key ?? null,
    idempotencyFingerprint: repeatable?.fingerprint ?? null,
    createdBy: keyId,
  });
  if (body.emit) document.requestEmission(now);
  return { document, isReplay: false };
}
