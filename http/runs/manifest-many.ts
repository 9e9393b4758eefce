import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import type { ManifestationRequest } from '../../operations/received/manifest.ts';
import { manifestMany } from '../../operations/received/manifest-many.ts';
import { withdrawEvent } from '../../operations/withdraw.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startFiscalEvent } from '../../temporal/start.ts';

type Parts = { orm: Orm; temporal: Client };

/** How many notes are being answered for, how many had that answer already, and what stands against the others. */
export type ManifestedMany = { started: number; standing: number; refused: { name: string; reason: string }[] };

const queueAway = 'A fila de processamento não responde, e nada foi enviado: tente de novo em instantes.';
const inTheWay = 'Outra resposta desta nota ainda está a caminho: tente de novo quando ela terminar.';

/**
 * Asks for one manifestation of several received notes and starts their registration, without waiting for the authority.
 *
 * @throws DomainError as `manifestMany`
 */
export async function startManifestations(
  { orm, temporal }: Parts,
  company: ActingCompany,
  ids: readonly string[],
  asked: ManifestationRequest,
): Promise<ManifestedMany> {
  const told: ManifestedMany = { started: 0, standing: 0, refused: [] };
  for (const outcome of await manifestMany(orm, company, ids, asked)) {
    const name = outcome.note.issuerName || outcome.note.accessKey;
    if (outcome.kind === 'refused') {
      told.refused.push({ name, reason: outcome.reason });
      continue;
    }
    const { event, isOwn, accessKey } = outcome.taken;
    if (event.status === 'REGISTERED') {
      told.standing += 1;
      continue;
    }
    const { id: eventId, attempt } = event;
    const start = { eventId, attempt, companyTaxId: company.taxId, accessKey, title: titleOfEvent(event) };
    const isStarted = await started(temporal, start);
    // A run that was under way already goes on; what nobody took is taken back, as where one is asked for.
    const isTaken = isStarted || !(await withdrawEvent(orm, company, { id: eventId, attempt }));
    if (!isTaken) told.refused.push({ name, reason: queueAway });
    else if (!isOwn) told.refused.push({ name, reason: inTheWay });
    else told.started += 1;
  }
  return told;
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
