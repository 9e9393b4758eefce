import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import type { CommittedEvent } from '../documents/take-event.ts';
import { inCompany } from '../in-company.ts';
import { manifestReceived, type ManifestationRequest } from './manifest.ts';

/** How many notes one request may answer. */
export const mostManifested = 100;

/** The result for one of the notes: its event as it is to be registered, or why there is none. */
export type ManifestedNote =
  | { note: ReceivedDocument; kind: 'asked'; taken: CommittedEvent }
  | { note: ReceivedDocument; kind: 'refused'; reason: string };

/**
 * Requests the same manifestation of several received notes, each as `manifestReceived` does, so that the refusal of one does not stop the others.
 * What is under way or registered is found, not created again. Nothing waits for the authority here.
 *
 * @param ids those that are notes of the company count, each once
 * @throws DomainError `validation_error` where there are more than `mostManifested`
 */
export async function manifestMany(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  ids: readonly string[],
  asked: ManifestationRequest,
): Promise<ManifestedNote[]> {
  const notes = await inCompany(orm, company.id, (em) => findReceivedAmong(em, ids));
  const outcomes: ManifestedNote[] = [];
  for (const note of notes) outcomes.push(await manifestOne(orm, company, note, asked));
  return outcomes;
}

async function manifestOne(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  note: ReceivedDocument,
  asked: ManifestationRequest,
): Promise<ManifestedNote> {
  try {
    return { note, kind: 'asked', taken: await manifestReceived(orm, company, note.id, asked) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { note, kind: 'refused', reason: error.message };
  }
}

/**
 * The received documents of the company among some ids, each once, the newest first. `em` sees one company (`inCompany`).
 *
 * @throws DomainError `validation_error` where there are more than `mostManifested`
 */
export async function findReceivedAmong(em: EntityManager, ids: readonly string[]): Promise<ReceivedDocument[]> {
  const known = [...new Set(ids.filter((id) => isUuid(id)).map((id) => id.toLowerCase()))];
  if (known.length > mostManifested) {
    const message = `De uma vez vão até ${mostManifested} notas: escolha menos, e repita com as outras.`;
    throw new DomainError('validation_error', message);
  }
  return known.length === 0 ? [] : em.find(ReceivedDocument, { id: { $in: known } }, { orderBy: { nsu: 'desc' } });
}
