import type { Orm } from '../../config/orm.ts';
import type { AttemptKey } from '../../domain/conversation/attempt-columns.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { explainComparison } from '../../operations/comparison/keep.ts';
import { dueLooks } from '../../operations/waits/run-looks.ts';
import { withLogFields } from '../../telemetry/log-fields.ts';
import {
  comparisonId,
  emissionId,
  fiscalEventId,
  inutilizationId,
  invitationId,
  personMailId,
  replacedId,
} from '../../temporal/names.ts';
import {
  type ComparisonStart,
  type InvitationStart,
  type ReplacedStart,
  startComparison,
  startEmission,
  startFiscalEvent,
  startInutilization,
  startInvitation,
  startPersonMail,
  startReplaced,
} from '../../temporal/start.ts';
import { joinedSubject } from '../fiscal-event/event-attempt.ts';
import { explainEvent } from '../fiscal-event/matter.ts';
import { explainRange } from '../inutilization.ts';
import { explainUnsent } from '../invitation-mail.ts';
import { explainNote } from '../note/matter.ts';
import type { Parts } from '../parts.ts';
import { explainUnsentMail } from '../person-mail.ts';
import { explainReplaced } from '../replaced/matter.ts';
import { replacedStarts } from '../wake.ts';
import type { RunKind } from './round.ts';

type OpenDocument = AttemptKey &
  Pick<Document, 'type' | 'series' | 'number' | 'totalValue'> & {
    clientSnapshot: { name: string };
    taxId: string;
    requestId: string | null;
  };
type OpenEvent = AttemptKey & { taxId: string; accessKey: string };
type OpenRange = AttemptKey & { taxId: string; series: number; first: number; last: number };

const document = dueLooks({ alias: 'd', attempt: 'd.attempt', claimedAt: 'd.claimed_at', changedAt: 'd.updated_at' });
const event = dueLooks({ alias: 'e', attempt: 'e.attempt', claimedAt: 'e.claimed_at', changedAt: 'e.updated_at' });
const range = dueLooks({ alias: 'i', attempt: 'i.attempt', claimedAt: 'i.claimed_at', changedAt: 'i.updated_at' });
const replacedNote = dueLooks({ alias: 'n', attempt: '1', changedAt: 'n.updated_at' });
const comparison = dueLooks({ alias: 'k', attempt: '1', changedAt: 'k.created_at' });
const personMail = dueLooks({ alias: 'm', attempt: '1', changedAt: 'm.created_at' });
const invitation = dueLooks({ alias: 'i', attempt: '1', changedAt: 'i.created_at' });

/** Documents in PROCESSING. */
export function documentRuns({ logger }: Pick<Parts, 'logger'>): RunKind<OpenDocument> {
  return {
    find: (em, since, atMost) =>
      em.execute(
        `select d.id, d.attempt, d.type, d.series, d.number, d.total_value as "totalValue",
           json_build_object('name', d.client_snapshot ->> 'name') as "clientSnapshot", d.request_id as "requestId", c.tax_id as "taxId"
         from document d join company c on c.id = d.company_id ${document.joined}
         where d.status = 'PROCESSING' and ${document.due}`,
        [since, atMost],
      ),
    workflowId: ({ id, attempt }) => emissionId(id, attempt),
    async start(client, open) {
      const { id: documentId, attempt, type: documentType, taxId: companyTaxId, requestId } = open;
      const start = { documentId, attempt, documentType, companyTaxId, title: emissionTitle(open) };
      return withLogFields({ documentId, attempt, ...(requestId === null ? {} : { requestId }) }, async () => {
        const runId = await startEmission(client, start, { again: true });
        if (runId) logger.info('an emission without a workflow was started', { runId });
        return runId;
      });
    },
    explain: explainNote,
  };
}

/** Events that the authority has neither registered nor refused. */
export const eventRuns: RunKind<OpenEvent> = {
  find: (em, since, atMost) =>
    em.execute(
      `select e.id, e.attempt, c.tax_id as "taxId", s.access_key as "accessKey" from document_event e ${joinedSubject} ${event.joined}
       where e.status = 'PENDING' and ${event.due}`,
      [since, atMost],
    ),
  workflowId: ({ id, attempt }) => fiscalEventId(id, attempt),
  start: (client, { id: eventId, attempt, taxId: companyTaxId, accessKey }) =>
    startFiscalEvent(client, { eventId, attempt, companyTaxId, accessKey, title: 'Evento retomado' }, { again: true }),
  explain: explainEvent,
};

/** Ranges of numbers that the authority has neither inutilized nor refused. */
export const rangeRuns: RunKind<OpenRange> = {
  find: (em, since, atMost) =>
    em.execute(
      `select i.id, i.attempt, c.tax_id as "taxId", i.series, i.start_number as first, i.end_number as last
       from inutilization i join company c on c.id = i.company_id ${range.joined}
       where i.status = 'PENDING' and ${range.due}`,
      [since, atMost],
    ),
  workflowId: ({ id, attempt }) => inutilizationId(id, attempt),
  start: (client, { id, attempt, taxId: companyTaxId, series, first, last }) =>
    startInutilization(
      client,
      { id, attempt, companyTaxId, title: `série ${series}, ${first} a ${last} (retomada)` },
      { again: true },
    ),
  explain: explainRange,
};

/**
 * Unsettled notes that another note of the same sale replaced. A run that was seen before is signalled as well: what it depends on may have changed
 * without a signal.
 */
export const replacedRuns: RunKind<AttemptKey & ReplacedStart & { wasSeen: boolean }> = {
  find: async (em, since, atMost) => {
    const starts = await em.execute<(ReplacedStart & { wasSeen: boolean })[]>(
      `${replacedStarts(', l.id is not null as "wasSeen"')} ${replacedNote.joined} where n.settled_at is null and ${replacedNote.due}`,
      [since, atMost],
    );
    return starts.map((start) => ({ ...start, id: start.replacedId, attempt: 1 }));
  },
  workflowId: ({ id }) => replacedId(id),
  start: startReplaced,
  isToldAnyway: ({ wasSeen }) => wasSeen,
  explain: explainReplaced,
};

/** Invitations whose mail was not sent yet. */
export function invitationRuns(orm: Orm): RunKind<AttemptKey & InvitationStart> {
  return {
    find: async (em, since, atMost) => {
      const starts = await em.execute<InvitationStart[]>(
        `select i.id as "invitationId", o.tax_id as "officeTaxId", c.tax_id as "companyTaxId"
         from link_invitation i join office o on o.id = i.office_id join company c on c.id = i.company_id ${invitation.joined}
         where i.mail_status = 'PENDING' and ${invitation.due}`,
        [since, atMost],
      );
      return starts.map((start) => ({ ...start, id: start.invitationId, attempt: 1 }));
    },
    workflowId: ({ id }) => invitationId(id),
    start: startInvitation,
    explain: (_em, id, _attempt, wait) => explainUnsent(orm, id, wait),
  };
}

/** Comparisons of months that have not ended. */
export const comparisonRuns: RunKind<AttemptKey & ComparisonStart> = {
  find: async (em, since, atMost) => {
    const starts = await em.execute<ComparisonStart[]>(
      `select k.id as "comparisonId", c.tax_id as "companyTaxId", to_char(make_date(k.year, k.month, 1), 'YYYY-MM') as month
       from comparison k join company c on c.id = k.company_id ${comparison.joined}
       where k.completed_at is null and ${comparison.due}`,
      [since, atMost],
    );
    return starts.map((start) => ({ ...start, id: start.comparisonId, attempt: 1 }));
  },
  workflowId: ({ id }) => comparisonId(id),
  start: startComparison,
  explain: (em, id, _attempt, wait) => explainComparison(em, id, wait),
};

/** Mails to people that were not sent yet. */
export function personMailRuns(orm: Orm): RunKind<AttemptKey> {
  return {
    find: (em, since, atMost) =>
      em.execute(
        `select m.id, 1 as attempt from person_mail m ${personMail.joined} where m.mail_status = 'PENDING' and ${personMail.due}`,
        [since, atMost],
      ),
    workflowId: ({ id }) => personMailId(id),
    start: (client, { id: mailId }) => startPersonMail(client, { mailId }),
    explain: (_em, id, _attempt, { reason }) => explainUnsentMail(orm, id, reason),
  };
}
