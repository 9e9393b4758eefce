import { WorkflowNotFoundError } from '@temporalio/client';
import { isAccessKey } from '../../domain/access-key.ts';
import type { Resolution } from '../../domain/conversation/progress.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { isNfseKey } from '../../domain/nfse-key.ts';
import { resolveEmission } from '../../temporal/start.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { findDocument } from './find-document.ts';

const deadlineMs = 5_000;

type Choice = { adopt?: string; reject?: true };

/**
 * Tells the run of a stopped emission what a person decided.
 *
 * @throws {Refused} `invalid_input`, `document_not_found`, `invalid_state` when no emission waits, or `temporal_unavailable`
 */
export async function decide(session: Session, reference: string, choice: Choice) {
  checkChoice(choice);
  const { id: documentId, type, status, attempt } = await findDocument(session, reference);
  const resolution = resolutionOf(choice, type);
  if (status !== 'PROCESSING') {
    throw new Refused('invalid_state', `O documento está ${status}: não há emissão à espera de decisão.`);
  }
  const client = await session.temporal();
  const signal = () => resolveEmission(client, { documentId, attempt }, resolution);
  await client.withDeadline(Date.now() + deadlineMs, signal).catch((cause: unknown) => {
    if (cause instanceof WorkflowNotFoundError) {
      throw new Refused('invalid_state', 'A emissão deste documento não está em curso no Temporal.', { cause });
    }
    throw new Refused('temporal_unavailable', 'O Temporal não responde; confira TEMPORAL_ADDRESS.', { cause });
  });
  return { documentId, attempt, resolution };
}

function checkChoice({ adopt, reject }: Choice): void {
  if ((adopt === undefined) !== (reject === undefined)) return;
  throw new Refused('invalid_input', 'Informe --adopt <chave> ou --reject, um dos dois.');
}

function resolutionOf({ adopt }: Choice, type: DocumentType): Resolution {
  if (adopt === undefined) return { reject: true };
  const isKey = type === 'NFSE' ? isNfseKey(adopt) : isAccessKey(adopt);
  if (isKey) return { adopt };
  throw new Refused('invalid_input', `"${adopt}" não é uma chave de acesso válida de ${traitsOf[type].title}.`);
}
