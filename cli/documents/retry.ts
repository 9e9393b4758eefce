import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { Refused } from '../refused.ts';
import type { Session } from '../session.ts';
import { tellAllMended } from '../runs/mended.ts';
import { findDocument } from './find-document.ts';
import { type OpenRun, openRuns } from './open-runs.ts';

/** Something that trying now does not help, and what does. */
export type Unmoved = Pick<OpenRun, 'what' | 'id' | 'title'> & {
  /** What it waits for; null where it has no run. */
  kind: WaitKind | null;
  reason: string;
  until: Date | null;
  command: string | null;
};

/** How many runs try now, and what could not be moved. */
export type Woken = { woken: number; unmoved: Unmoved[] };

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
  const open = await openRuns(acrossCompanies(await session.orm()), company, document);
  if (open.length === 0) return { woken: 0, unmoved: [] };
  const told = await tellAllMended(session, open);
  const unmoved = open.flatMap((run, index): Unmoved[] => {
    const { what, id, title, wait } = run;
    if (!told[index]) return [{ what, id, title, ...withoutRun }];
    if (!wait || isMovedBy(run, wait.kind)) return [];
    const { kind, reason, until, command } = wait;
    return [{ what, id, title, kind, reason, until, command }];
  });
  return { woken: open.length - unmoved.length, unmoved };
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

const withoutRun = {
  kind: null,
  reason: 'Sem execução no Temporal: a reconciliação a inicia em um minuto.',
  until: null,
  command: null,
} as const;

/** Only waits for a mend end with the signal; an event or a range that was asked about too often waits like one. */
function isMovedBy({ what }: OpenRun, kind: WaitKind): boolean {
  return kind === 'CERTIFICATE' || kind === 'OURS' || (kind === 'UNANSWERED' && what !== 'document');
}
