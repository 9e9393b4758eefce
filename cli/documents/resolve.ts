import { isAccessKey } from '../../domain/access-key.ts';
import type { Resolution } from '../../domain/conversation/progress.ts';
import { type DocumentType, traitsOf } from '../../domain/document-types.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { isNfseKey } from '../../domain/nfse-key.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { resolveEmission } from '../../temporal/start.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { findDocument } from './find-document.ts';

const deadlineMs = 5_000;

type Choice = { adopt?: string; reject?: true };

/**
 * Tells the run of a stopped emission what a person decided; one that has none any more gets a run that finds the decision.
 *
 * @throws {Refused} `invalid_input`, `document_not_found`, `invalid_state` of a document that is not being issued, or `temporal_unavailable`
 */
export async function decide(session: Session, reference: string, choice: Choice) {
  checkChoice(choice);
  const document = await findDocument(session, reference);
  const { id: documentId, type, status, attempt } = document;
  const resolution = resolutionOf(choice, type);
  if (status !== 'PROCESSING') {
    throw new Refused('invalid_state', `O documento está ${status}: não há emissão à espera de decisão.`);
  }
  const client = await session.temporal();
  const { taxId: companyTaxId } = await findCompany(await session.orm(), document.company);
  const start = { documentId, attempt, documentType: type, companyTaxId, title: emissionTitle(document) };
  await client
    .withDeadline(Date.now() + deadlineMs, () => resolveEmission(client, start, resolution))
    .catch((cause: unknown) => {
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
