import { LockMode } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { traitsOf } from '../../domain/document-types.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { nextManifestation } from '../../domain/documents/events/next-event.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Manifestation } from '../../domain/received/kinds.ts';
import { codeOf, manifestationCodes } from '../../domain/received/manifestations.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import {
  type CommittedEvent,
  type EventHolder,
  type EventToRegister,
  takeEventAbout,
} from '../documents/take-event.ts';
import { inCompany } from '../in-company.ts';
import { findReceived } from './find-received.ts';
import { settleManifestations } from './manifested.ts';
import { settlePayables } from './pay.ts';

const type = 'MANIFESTATION';
/** The code for an event that the authority registers and links to a note that it has. */
const registeredCode = '135';

/** A requested manifestation; `justification` is for an operation that did not take place. */
export type ManifestationRequest = { manifestation: Manifestation; justification: string | null };

/**
 * Requests a manifestation of a received note: finds the same one where it is under way or registered, wherever it was made, or else creates it.
 *
 * @throws NotFound
 * @throws DomainError `unsupported_document_type`, `manifestation_failed`
 */
export function manifestReceived(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  id: string,
  asked: ManifestationRequest,
): Promise<CommittedEvent> {
  return inCompany(orm, company.id, async (em) => {
    const note = await findReceived(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    checkManifestable(note);
    const { authority } = traitsOf.NFE;
    return { ...(await next(em, company, note, asked)), accessKey: note.accessKey, authority };
  });
}

async function next(
  em: EntityManager,
  acting: Pick<ActingCompany, 'id' | 'actor'>,
  note: ReceivedDocument,
  { manifestation, justification }: ManifestationRequest,
): Promise<EventToRegister> {
  const { id, company, accessKey } = note;
  const code = codeOf(manifestation);
  const asked = (event: DocumentEvent): DocumentEvent => {
    recordFor(em, acting, 'MANIFESTATION_REQUESTED', id, { manifestation, event: event.id });
    return event;
  };
  const own = await em.find(DocumentEvent, { receivedDocument: id, type });
  const step = nextManifestation(code, own, await broughtAbout(em, note));
  switch (step.kind) {
    case 'find':
      return { event: step.event, isOwn: true };
    case 'wait':
      return { event: step.event, isOwn: false };
    case 'adopt':
      return { event: asked(await adopt(em, note, step)), isOwn: true };
    case 'make': {
      const holder: EventHolder = {
        company,
        type: 'NFE',
        accessKey,
        about: { receivedDocument: id },
        refusedAs: 'manifestation_failed',
      };
      const { sequence, refused } = step;
      return {
        event: asked(await takeEventAbout(em, holder, { type, code, sequence, refused }, { justification })),
        isOwn: true,
      };
    }
  }
}

/** The manifestations of a note that the distribution brought. */
async function broughtAbout(em: EntityManager, { environment, accessKey }: ReceivedDocument) {
  const rows = await em.find(ReceivedDocument, { environment, accessKey, eventCode: { $in: [...manifestationCodes] } });
  return rows.map((row) => ({ code: row.eventCode, sequence: row.eventSequence, at: row.emissionDate, row }));
}

type DistributedManifestation = Awaited<ReturnType<typeof broughtAbout>>[number];

/** Stores a manifestation that another system registered as the requested one, so that nothing has to be sent. */
async function adopt(
  em: EntityManager,
  note: ReceivedDocument,
  { elsewhere, refused }: { elsewhere: DistributedManifestation; refused: DocumentEvent | undefined },
): Promise<DocumentEvent> {
  const { code, sequence, at, row } = elsewhere;
  const event =
    refused ??
    em.create(DocumentEvent, {
      ...{ company: note.company, receivedDocument: note.id, type, code, sequence, occurredAt: at },
      justification: row.eventText ?? null,
    });
  event.register({
    cStat: registeredCode,
    reason: 'registrado por outro sistema',
    protocol: row.eventProtocol ?? null,
    registeredAt: at,
    procXml: null,
  });
  await em.flush();
  await settleManifestations(em, [note.id]);
  await settlePayables(em, [note.id]);
  return event;
}

/** Refuses what the authority would certainly refuse. */
function checkManifestable({ model, eventCode, role }: ReceivedDocument): void {
  if (model !== 'NFE' || eventCode !== '') {
    const what = eventCode === '' ? 'uma NFS-e' : 'um evento';
    const message = `Só uma NF-e recebida se manifesta, e este documento é ${what}.`;
    throw new DomainError('unsupported_document_type', message);
  }
  if (role !== 'RECIPIENT') {
    const message =
      'Só o destinatário da NF-e se manifesta, e esta empresa não é a destinatária: a SEFAZ recusaria (575). Nada foi enviado.';
    throw new DomainError('manifestation_failed', message);
  }
}
