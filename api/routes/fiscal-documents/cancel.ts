import { LockMode } from '@mikro-orm/core';
import type { Client } from '@temporalio/client';
import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { DocumentEvent, eventCodeOf } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { AuthorityRejected, DomainError } from '../../../domain/errors.ts';
import {
  awaitFiscalEvent,
  type FiscalEventStart,
  startFiscalEvent,
  TemporalUnavailable,
} from '../../../temporal/start.ts';
import { callerOf } from '../../locals.ts';
import type { Handler } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { justificationOf } from '../../requests/justification.ts';
import { titleOf } from '../../views/document-event.ts';
import { findDocument } from './find-document.ts';

/** How long a request waits for the authority; what takes longer goes on without it. */
const patienceMs = 25_000;

export function cancelHandler({ orm, temporal }: ApiParts): Handler<'cancelFiscalDocument'> {
  return async (req, res) => {
    const { companyId, company } = callerOf(res);
    const { id } = req.params;
    const justification = justificationOf(req.body);
    const start = await inCompany(orm, companyId, async (em) => {
      const document = await findDocument(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const event = await cancellation(em, document, justification);
      return {
        eventId: event.id,
        attempt: event.attempt,
        companyTaxId: company.taxId,
        accessKey: document.accessKey ?? '',
        title: titleOf('CANCELLATION'),
      };
    });
    res.locals.documentId = id;
    try {
      await startFiscalEvent(temporal, start);
    } catch (error) {
      if (!(error instanceof TemporalUnavailable)) throw error;
      if (await inCompany(orm, companyId, (em) => isWithdrawn(em, start))) throw queueAway();
    }
    res.json({ success: true, message: await outcome(temporal, start) });
  };
}

/** The document's one cancellation: made, joined while it is under way, or tried again after a refusal. */
async function cancellation(em: EntityManager, document: Document, justification: string): Promise<DocumentEvent> {
  if (document.status !== 'AUTHORIZED') {
    const message = `Só um documento AUTHORIZED pode ser cancelado; este está ${document.status}.`;
    throw new DomainError('invalid_state', message);
  }
  const code = eventCodeOf.CANCELLATION;
  const event = await em.findOne(DocumentEvent, { document: document.id, code, sequence: 1 });
  if (event?.status === 'PENDING') return event;
  if (event) return em.assign(event, { ...fresh(justification), attempt: event.attempt + 1 });
  return em.create(DocumentEvent, {
    company: document.company,
    document: document.id,
    type: 'CANCELLATION',
    code,
    sequence: 1,
    ...fresh(justification),
  });
}

function fresh(justification: string) {
  const nothing = { claimedAt: null, signedXml: null, procXml: null, cStat: null, reason: null, protocol: null };
  return { ...nothing, status: 'PENDING', justification, occurredAt: new Date() } as const;
}

const neverSent = 'A fila de processamento estava indisponível; nada foi enviado à SEFAZ.';

/**
 * The queue did not say that it took the event: it is withdrawn, unless a workflow got the message all the same and has claimed it. Whether
 * it was withdrawn.
 */
async function isWithdrawn(em: EntityManager, { eventId, attempt }: FiscalEventStart): Promise<boolean> {
  const unclaimed = { id: eventId, attempt, status: 'PENDING', claimedAt: null } as const;
  const end = { status: 'REJECTED', reason: neverSent, updatedAt: new Date() } as const;
  return (await em.nativeUpdate(DocumentEvent, unclaimed, end)) > 0;
}

function queueAway(): DomainError {
  return new DomainError('service_unavailable', `${neverSent} Tente de novo em instantes.`);
}

async function outcome(temporal: Client, start: FiscalEventStart): Promise<string> {
  const end = await awaitFiscalEvent(temporal, start, patienceMs);
  switch (end?.status) {
    case 'REGISTERED':
      return 'Documento cancelado.';
    case 'REJECTED':
      if (end.cStat) throw new AuthorityRejected(end.cStat, end.reason ?? 'sem motivo informado');
      throw new DomainError('certificate_missing', end.reason ?? 'O evento não pôde ser assinado.');
    case undefined: {
      const message =
        'A SEFAZ ainda não respondeu ao cancelamento, que segue em segundo plano. Consulte o documento ou tente de novo.';
      throw new DomainError('authority_unavailable', message);
    }
  }
}
