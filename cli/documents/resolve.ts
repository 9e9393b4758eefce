import { DomainError } from '../../domain/errors.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { resolutionOf } from '../../operations/documents/resolve.ts';
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
 * @throws {Refused} `invalid_input`, `document_not_found`, or `temporal_unavailable`
 * @throws DomainError `invalid_state` of a document that is not being issued
 */
export async function decide(session: Session, reference: string, { adopt, reject }: Choice) {
  if ((adopt === undefined) === (reject === undefined)) {
    throw new Refused('invalid_input', 'Informe --adopt <chave> ou --reject, um dos dois.');
  }
  const document = await findDocument(session, reference);
  const { id: documentId, type, attempt } = document;
  const resolution = orInvalidInput(() => resolutionOf(document, adopt ?? null));
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

/** What is wrong with an option has the code of the command line. */
function orInvalidInput<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
    throw new Refused('invalid_input', error.message, { cause: error });
  }
}
