import type { OpenRun } from '../../operations/documents/open-runs.ts';
import { retryWaiting, type Woken } from '../../operations/documents/retry.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { emissionId, fiscalEventId, inutilizationId } from '../../temporal/names.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { tellAllMended } from '../runs/mended.ts';
import { findDocument } from './find-document.ts';

const runIds: Record<OpenRun['what'], (id: string, attempt: number) => string> = {
  document: emissionId,
  event: fiscalEventId,
  inutilization: inutilizationId,
};

/**
 * Tells the waiting runs of a company that the operator repaired what they wait for, so that they try now instead of within the hour.
 *
 * @param document of this one alone, with its events
 * @throws {Refused} `temporal_unavailable`
 */
export async function wakeWaiting(
  session: Session,
  company: { id: string; taxId: string },
  document: string | null = null,
): Promise<Woken> {
  return retryWaiting(acrossCompanies(await session.orm()), { company, document }, (open) =>
    tellAllMended(
      session,
      open.map(({ what, id, attempt }) => ({ id, attempt, workflowId: runIds[what](id, attempt) })),
    ),
  );
}

/**
 * The same of one document and its events.
 *
 * @throws {Refused} `document_not_found`, `invalid_state` where nothing of it is under way, `temporal_unavailable`
 */
export async function wakeDocument(session: Session, reference: string): Promise<Woken> {
  const { id, status, company: companyId } = await findDocument(session, reference);
  const woken = await wakeWaiting(session, await findCompany(await session.orm(), companyId), id);
  if (woken.woken > 0 || woken.unmoved.length > 0) return woken;
  throw new Refused('invalid_state', `O documento está ${status}: nada dele está em curso.`);
}
