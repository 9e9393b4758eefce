import { LockMode } from '@mikro-orm/core';
import { DateTime } from 'luxon';
import type { Orm } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { DomainError } from '../../domain/errors.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { logFields } from '../../telemetry/log-fields.ts';
import type { CompanyCaller } from '../access/admit.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { inCompany, inCompanyBy } from '../in-company.ts';
import { checkKept, issuable } from './check-sale.ts';
import { type Contingency, contingencyOf } from '../contingency/of-documents.ts';
import { findDocument } from './find-document.ts';
import { issuingFaults } from './issuing-means.ts';
import { checkQuota } from './quota.ts';

/** An emission that was requested and waits for its workflow; `before` has the values that the request replaced. */
export type RequestedEmission = {
  document: Document;
  contingency: Contingency | null;
  before: ReturnType<Document['requestEmission']>;
  /** Title of the run in Temporal's lists. */
  title: string;
};

/**
 * Requests the emission of a document, with the moment of issue that the caller chooses, or now.
 *
 * @throws NotFound
 * @throws DomainError `validation_error` for the moment; `invalid_state`, also for a moment that the paper in the customer's hands does not show;
 *   with every fault for which the sale cannot be issued; `quota_exhausted`
 */
export async function emitDocument(
  { orm, rates }: { orm: Orm; rates: LawTables },
  { company, office }: Pick<CompanyCaller, 'company' | 'office'>,
  id: string,
  issueDateTime: string | null | undefined,
): Promise<RequestedEmission> {
  const asked = momentOf(issueDateTime);
  return inCompanyBy(orm, company, async (em) => {
    const document = await findDocument(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['payload'] });
    const issuedAt = document.dateOfEmission(asked) ?? new Date();
    const before = document.requestEmission(issuedAt, office?.name);
    document.requestId = logFields().requestId ?? null;
    const { type, environment } = document;
    const acting = { ...company, environment };
    const checked = await checkKept(em, document, { company: acting, rates, on: issuedAt });
    issuable(checked, await issuingFaults(em, acting, type), company);
    await checkQuota(em, { company: company.id, environment, settings: company.settings }, new Date());
    const contingency = await contingencyOf(em, document);
    return { document, contingency, before, title: emissionTitle(document) };
  });
}

/**
 * Takes back an emission that Temporal did not confirm: the document returns to its former state, unless a workflow got the message all the same
 * and has claimed it. The attempt stays counted, so that a late message finds nothing to do.
 *
 * @returns whether it was taken back
 */
export function withdrawEmission(
  orm: Orm,
  company: ActingCompany,
  { document: { id, attempt }, before }: RequestedEmission,
): Promise<boolean> {
  const unclaimed = Document.unclaimed(id, attempt);
  return inCompany(orm, company.id, async (em) => {
    if ((await em.nativeUpdate(Document, unclaimed, { ...before, updatedAt: new Date() })) === 0) return false;
    recordFor(em, company, 'REQUEST_WITHDRAWN', id, { attempt });
    return true;
  });
}

/** The first year of electronic invoices; a date before it, or after this century, is a typing error that the authority need not see. */
const earliest = DateTime.utc(2006);
const latest = DateTime.utc(2100);

function momentOf(text: string | null | undefined): Date | null {
  if (!text) return null;
  const moment = DateTime.fromISO(text);
  if (moment.isValid && moment >= earliest && moment < latest) return moment.toJSDate();
  const message = 'deve ser uma data entre 2006 e 2099, com fuso, como 2026-11-21T10:30:00-03:00';
  throw new DomainError('validation_error', `issueDateTime ${message}.`, {
    issues: [{ path: 'issueDateTime', message }],
  });
}
