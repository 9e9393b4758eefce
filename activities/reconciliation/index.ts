import { Context } from '@temporalio/activity';
import { neglectedServices } from '../../operations/authority/neglected.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { forgetLooks } from '../../operations/waits/run-looks.ts';
import { reconciliationId } from '../../temporal/names.ts';
import { scheduledSince } from '../../temporal/namespace.ts';
import { wakeAuthority, wakeClosings, wakeDistribution, wakeEndpoint } from '../../temporal/start.ts';
import { forgetWorkers } from '../../operations/installations/worker-presence.ts';
import type { Attempted } from '../../operations/waits/run-looks.ts';
import type { Parts } from '../parts.ts';
import { alive } from '../heartbeat.ts';
import { ratesNotice } from '../rates-notice.ts';
import { lookAfterRestore } from '../restored/look.ts';
import { lookForRestore } from '../restored/notice.ts';
import { tellNotices } from '../tell-notices.ts';
import { dueDistributions, dueEndpoints, officesWithClosings } from './actors.ts';
import { lookAfter, type RunKind } from './look-after.ts';
import { Round } from './round.ts';
import { documentRuns, eventRuns, invitationRuns, rangeRuns, replacedRuns } from './runs.ts';

/** How many runs of each were started, and how many actors woken. */
export type Restarted = {
  documents: number;
  events: number;
  ranges: number;
  /** Notes that others of the same sale replaced. */
  replaced: number;
  endpoints: number;
  distributions: number;
  invitations: number;
  /** Offices. */
  closings: number;
  /** Services whose judge has not looked for a while. */
  authorities: number;
  /** What an operator has to mend in time, as a sentence in Portuguese; absent while there is nothing. */
  notice?: string;
};

/** Builds the activity that starts what a crash left behind (invariant 4). Every start is idempotent by its id. */
export function reconciliationActivities(parts: Parts) {
  const { orm, logger, metrics } = parts;
  const noticeRates = ratesNotice(parts);
  return {
    restart: (): Promise<Restarted> =>
      alive(async () => {
        const notice = noticeRates();
        const em = acrossCompanies(orm);
        const { client } = Context.current();
        const round = new Round(parts, await scheduledSince(client, reconciliationId));
        await round.part(async () => (await lookForRestore(client, parts), 0));
        const started = <Row extends Attempted>(kind: RunKind<Row>): Promise<number> =>
          round.part(() => lookAfter({ logger, round, em }, kind));
        const restarted = {
          documents: await started(documentRuns(parts)),
          events: await started(eventRuns),
          ranges: await started(rangeRuns),
          replaced: await started(replacedRuns),
          invitations: await started(invitationRuns(orm)),
          endpoints: await round.wake(
            () => dueEndpoints(em),
            (endpoint) => wakeEndpoint(client, endpoint),
          ),
          distributions: await round.wake(
            () => dueDistributions(em, parts),
            (due) => wakeDistribution(client, due),
          ),
          closings: await round.wake(
            () => officesWithClosings(em),
            (office) => wakeClosings(client, office),
          ),
          authorities: await round.wake(
            () => neglectedServices(em),
            (service) => wakeAuthority(client, service),
          ),
        };
        await round.part(async () => (await lookAfterRestore(client, parts), 0));
        await round.part(async () => (await tellNotices(parts), 0));
        await round.part(async () => (await Promise.all([forgetLooks(em), forgetWorkers(em)]), 0));
        metrics.reconciled(restarted);
        round.end();
        return notice === null ? restarted : { ...restarted, notice };
      }),
  };
}
export type ReconciliationActivities = ReturnType<typeof reconciliationActivities>;
