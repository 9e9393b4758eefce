import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import type { CommittedEvent } from '../../operations/documents/take-event.ts';
import type { ManifestationRequest } from '../../operations/received/manifest.ts';
import { manifestMany } from '../../operations/received/manifest-many.ts';
import { withdrawEvent } from '../../operations/withdraw.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startFiscalEvent } from '../../temporal/start.ts';

type Parts = { orm: Orm; temporal: Client };
type Answering = Pick<ActingCompany, 'id' | 'taxId' | 'actor'>;

/** How many notes got a manifestation now, how many had that one already, and why the others were refused. */
export type ManifestedMany = { started: number; standing: number; refused: { name: string; reason: string }[] };

/**
 * The outcome of one note: its event was started or exists already, or why it was refused; AWAY where the queue did not take it, and nothing was
 * done.
 */
export type ManifestedRun = { note: ReceivedDocument } & Begun;

const queueAway = 'A fila de processamento não responde, e nada foi enviado: tente de novo em instantes.';
const inTheWay = 'Outra resposta desta nota ainda está a caminho: tente de novo quando ela terminar.';

/**
 * Asks for one manifestation of several received notes and starts their registration, without waiting for the authority.
 *
 * @throws DomainError as `manifestMany`
 */
export async function startManifestations(
  parts: Parts,
  company: Answering,
  ids: readonly string[],
  asked: ManifestationRequest,
): Promise<ManifestedMany> {
  const told: ManifestedMany = { started: 0, standing: 0, refused: [] };
  for (const became of await manifestEach(parts, company, ids, asked)) {
    const { note } = became;
    if (became.kind === 'STARTED') told.started += 1;
    else if (became.kind === 'STANDING') told.standing += 1;
    else if ('reason' in became) told.refused.push({ name: note.issuerName || note.accessKey, reason: became.reason });
  }
  return told;
}

/** The same, with the outcome of each note. @throws DomainError as `manifestMany` */
export async function manifestEach(
  parts: Parts,
  company: Answering,
  ids: readonly string[],
  asked: ManifestationRequest,
): Promise<ManifestedRun[]> {
  const told: ManifestedRun[] = [];
  for (const outcome of await manifestMany(parts.orm, company, ids, asked)) {
    const { note } = outcome;
    if (outcome.kind === 'refused') told.push({ note, kind: 'REFUSED', reason: outcome.reason });
    else told.push({ note, ...(await begun(parts, company, outcome.taken)) });
  }
  return told;
}

type Begun = { kind: 'STARTED' | 'STANDING'; eventId: string } | { kind: 'REFUSED' | 'AWAY'; reason: string };

/** Starts the event's run, or finds it under way. Takes the event back where the queue did not take it. */
async function begun({ orm, temporal }: Parts, company: Answering, taken: CommittedEvent): Promise<Begun> {
  const { event, isOwn, accessKey } = taken;
  const { id: eventId, attempt } = event;
  if (event.status === 'REGISTERED') return { kind: 'STANDING', eventId };
  const start = { eventId, attempt, companyTaxId: company.taxId, accessKey, title: titleOfEvent(event) };
  const isTaken = (await started(temporal, start)) || !(await withdrawEvent(orm, company, { id: eventId, attempt }));
  if (!isTaken) return { kind: 'AWAY', reason: queueAway };
  return isOwn ? { kind: 'STARTED', eventId } : { kind: 'REFUSED', reason: inTheWay };
}

async function started(temporal: Client, start: Parameters<typeof startFiscalEvent>[1]): Promise<boolean> {
  try {
    await startFiscalEvent(temporal, start);
    return true;
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    return false;
  }
}
