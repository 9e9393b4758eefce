import { LockMode } from '@mikro-orm/core';
import { Context } from '@temporalio/activity';
import type { EntityManager } from '../config/orm.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { Company } from '../domain/companies/company.entity.ts';
import { DocumentEvent } from '../domain/documents/document-event.entity.ts';
import { Document } from '../domain/documents/document.entity.ts';
import type { EventEnd } from '../domain/emission/progress.ts';
import { issue, rejectDocument } from './emission.ts';
import { buildEvent } from './fiscal-event.ts';
import { type PreparedInutilization, prepareRange } from './inutilization.ts';
import { LocalRejection } from './local-rejection.ts';
import { meansOf } from './means.ts';
import { wake } from './outbox.ts';
import type { Parts } from './parts.ts';

/** What became of an attempt before anything is said; `accessKey` is null where the authority gives it with its answer. */
export type Prepared = { kind: 'notOurs' } | { kind: 'rejected' } | { kind: 'ready'; accessKey: string | null };
export type PreparedEvent = { kind: 'notOurs' } | { kind: 'rejected'; end: EventEnd } | { kind: 'ready' };

/** Builds the activities that only touch our own database. */
export function storeActivities(parts: Parts) {
  const { orm } = parts;
  return {
    /**
     * Takes the document over for this attempt, then numbers, builds, signs and commits it. Repeating it changes nothing: an attempt that is
     * prepared stays as it is, and one that is no longer the document's own is left alone.
     */
    async prepare(documentId: string, attempt: number): Promise<Prepared> {
      const em = acrossCompanies(orm);
      try {
        return await em.transactional(async (tx) => {
          const document = await claim(tx, documentId, attempt);
          if (!document) return { kind: 'notOurs' };
          const means = await meansOf(tx, document);
          const { accessKey } = means.prepared ?? (await issue(tx, document, means, parts));
          return { kind: 'ready', accessKey: accessKey ?? null };
        });
      } catch (error) {
        if (!(error instanceof LocalRejection)) throw error;
        await wake(parts, await rejectLocally(acrossCompanies(orm), documentId, attempt, error.message));
        return { kind: 'rejected' };
      }
    },

    /** The access key of a document once it is authorized: what the authority gave where `prepare` knew none. */
    async accessKeyOf(documentId: string): Promise<string | null> {
      const { accessKey } = await acrossCompanies(orm).findOneOrFail(Document, { id: documentId });
      return accessKey ?? null;
    },

    /** The same for an event: claimed, built, signed and committed before it is sent. */
    async prepareEvent(eventId: string, attempt: number): Promise<PreparedEvent> {
      return acrossCompanies(orm).transactional(async (tx) => {
        const event = await tx.findOne(DocumentEvent, { id: eventId, attempt, status: 'PENDING' }, lockedWhole);
        if (!event) return { kind: 'notOurs' };
        event.claimedAt = new Date();
        if (event.signedXml) return { kind: 'ready' };
        const document = await tx.findOneOrFail(Document, { id: event.document });
        const company = await tx.findOneOrFail(Company, { id: event.company });
        const refusal = await buildEvent(tx, { event, document, company }, parts);
        if (refusal === null) return { kind: 'ready' };
        event.status = 'REJECTED';
        event.reason = refusal;
        return { kind: 'rejected', end: { status: 'REJECTED', cStat: null, reason: refusal } };
      });
    },

    /** The same for a range of numbers to give up. */
    prepareInutilization: (id: string, attempt: number): Promise<PreparedInutilization> =>
      prepareRange(parts, id, attempt),
  };
}
export type StoreActivities = ReturnType<typeof storeActivities>;

const lockedWhole = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;

async function claim(em: EntityManager, documentId: string, attempt: number): Promise<Document | null> {
  const document = await em.findOne(
    Document,
    { id: documentId, attempt, status: 'PROCESSING' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['payload'] },
  );
  if (!document) return null;
  document.claimedAt ??= new Date();
  document.runId = Context.current().info.workflowExecution?.runId ?? null;
  document.waitingFor = 'resposta da SEFAZ';
  return document;
}

async function rejectLocally(
  em: EntityManager,
  documentId: string,
  attempt: number,
  reason: string,
): Promise<string[]> {
  return em.transactional(async (tx) => {
    const document = await claim(tx, documentId, attempt);
    return document ? rejectDocument(tx, document, { reason }) : [];
  });
}
