import { Context } from '@temporalio/activity';
import { DateTime } from 'luxon';
import type { EntityManager } from '../../config/orm.ts';
import { nextLook, paceOf } from '../../domain/received/distribution-timing.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { noUsableCertificate } from '../../operations/distribution/distribution-rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { withHeartbeat, orWaitForMend } from '../wait-for-mend.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { askSource } from './ask.ts';
import { claimQuestion, dueAt, type SourceStanding, sourceStandingOf } from './claim.ts';
import { sources } from './sources.ts';

/** How long a distribution waits where a fault of ours keeps it from asking. */
const mendMs = 3_600_000;

/** Builds the activity that the actor of a distribution works with. */
export function distributionActivities(parts: Parts) {
  return {
    /**
     * Asks a source, if it may be asked, for what is there now, and stores it. Repeating it is safe: whether to ask, and after which NSU, follows
     * from the row, which is claimed first.
     */
    async distribute(distributionId: string): Promise<DistributionOutlook> {
      addLogFields({ distributionId });
      const { cancellationSignal: cancelled } = Context.current();
      const explain = ({ reason }: { reason: string }) => explainFault(parts, distributionId, reason);
      const sooner = 'com "lavra distribution sync"';
      const outlook = await withHeartbeat(() =>
        orWaitForMend(parts, { doing: 'na consulta', sooner, explain }, () =>
          visit(parts, { distributionId, cancelled }),
        ),
      );
      if (outlook === null || !('kind' in outlook)) return outlook;
      return { waitMs: mendMs, details: `**Aguardando:** ${outlook.reason}` };
    },
  };
}
export type DistributionActivities = ReturnType<typeof distributionActivities>;

async function explainFault(parts: Parts, id: string, reason: string): Promise<void> {
  const until = new Date(parts.now().getTime() + mendMs);
  await acrossCompanies(parts.orm).execute(
    `update distribution set status = 'FAILING', reason = ?, next_visit_at = greatest(next_visit_at, ?), updated_at = now() where id = ?`,
    [reason, until, id],
  );
}

/** How long a visit goes on asking for the next lot. */
const goesOnForMs = 20_000;

/**
 * How a distribution stands after a visit: milliseconds until the next one, and what people read meanwhile. Null: nothing is to be asked any more.
 */
export type DistributionOutlook = { waitMs: number; details: string } | null;

type Visit = { distributionId: string; cancelled: AbortSignal };

/** Asks one source for documents that others issued to one company, lot after lot for a while, unless it is too early. */
async function visit(parts: Parts, { distributionId, cancelled }: Visit): Promise<DistributionOutlook> {
  const em = acrossCompanies(parts.orm);
  const untilMs = performance.now() + goesOnForMs;
  for (let hasMore = false; ;) {
    const standing = await parts.steps(() => sourceStandingOf(em.fork(), distributionId));
    if (!standing) return null;
    addLogFields({ companyId: standing.companyId });
    const isOver = hasMore && (cancelled.aborted || performance.now() >= untilMs);
    if (isOver || dueAt(standing) > parts.now()) return outlook(parts, standing);
    const identity = await identityOf(parts, em, standing);
    if (!identity) return paused(parts, standing);
    hasMore = await takeNext(parts, standing, { identity, hasMore });
  }
}

/** Claims and sends one question. @returns whether more can be asked for at once */
async function takeNext(
  parts: Parts,
  standing: SourceStanding,
  { identity, hasMore }: { identity: SigningIdentity; hasMore: boolean },
): Promise<boolean> {
  const source = sources[standing.source];
  const pace = paceOf(standing, parts.distributionWaitSeconds);
  const isAhead = source.takesRepeats && (hasMore || standing.isAhead);
  const message = source.question({ ...standing, after: standing.lastNsu });
  const { authority } = source;
  const { service } = message;
  const claimed = await parts.steps(() => claimQuestion(parts, { standing, authority, service, isAhead, pace }));
  return claimed !== null && askSource(parts, { standing, claim: claimed, source, message, identity, isAhead, pace });
}

async function paused(parts: Parts, standing: SourceStanding): Promise<DistributionOutlook> {
  const until = nextLook(parts.now(), paceOf(standing, parts.distributionWaitSeconds));
  const reason = noUsableCertificate;
  await acrossCompanies(parts.orm).transactional(async (em) => {
    const row = await em.findOneOrFail(Distribution, { id: standing.id });
    row.pause(reason, until);
  });
  parts.logger.warn('waiting', { kind: 'CERTIFICATE', reason, until });
  return outlook(parts, { ...standing, status: 'PAUSED', reason, nextVisitAt: until });
}

function outlook(parts: Parts, standing: SourceStanding): DistributionOutlook {
  const waitMs = Math.max(0, dueAt(standing).getTime() - parts.now().getTime());
  return { waitMs, details: detailsOf(standing) };
}

async function identityOf(
  parts: Parts,
  em: EntityManager,
  { certificateId }: SourceStanding,
): Promise<SigningIdentity | null> {
  const identity = certificateId === null ? null : await parts.identities.byId(em.fork(), certificateId);
  return identity && identity.notAfter > parts.now() ? identity : null;
}

/** What an actor waits for and until when (Brasília time), as Temporal's UI shows it. */
function detailsOf(standing: SourceStanding): string {
  const { status, reason, lastNsu } = standing;
  const until = DateTime.fromJSDate(dueAt(standing), { zone: 'America/Sao_Paulo' }).toFormat('dd/MM/yyyy HH:mm:ss');
  const next = `Próxima consulta em ${until} (Brasília).`;
  if (reason === null) return `Recebido até o NSU ${lastNsu}. ${next}`;
  const waits = status === 'PAUSED' ? '**Parado, à espera de conserto:**' : '**Aguardando:**';
  return `${waits} ${reason} Recebido até o NSU ${lastNsu}. ${next}`;
}
