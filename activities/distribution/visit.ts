import type { EntityManager } from '../../config/orm.ts';
import { Distribution } from '../../domain/distribution/distribution.entity.ts';
import { paceOf } from '../../domain/distribution/pace.ts';
import { nextLook } from '../../domain/distribution/timing.ts';
import { withoutCertificate } from '../../operations/distribution/state.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { ask } from './ask.ts';
import { claim } from './claim.ts';
import { detailsOf } from './details.ts';
import { sources } from './sources.ts';
import { dueAt, type Standing, standingOf } from './standing.ts';

/** How long a visit goes on asking for the next lot. */
const goesOnForMs = 20_000;

/** How a distribution stands after a visit: how long nothing is to do, and what people read meanwhile. Null: nothing to ask any more. */
export type Outlook = { waitMs: number; details: string } | null;

export type Visit = { distributionId: string; cancelled: AbortSignal };

/** Asks one source what others issued against one company, lot after lot for a while, unless it is too early. */
export async function visit(parts: Parts, { distributionId, cancelled }: Visit): Promise<Outlook> {
  const em = acrossCompanies(parts.orm);
  const untilMs = performance.now() + goesOnForMs;
  for (let hasMore = false; ;) {
    const standing = await parts.steps(() => standingOf(em.fork(), distributionId));
    if (!standing) return null;
    addLogFields({ companyId: standing.companyId });
    const isOver = hasMore && (cancelled.aborted || performance.now() >= untilMs);
    if (isOver || dueAt(standing) > parts.now()) return outlook(parts, standing);
    const identity = await identityOf(parts, em, standing);
    if (!identity) return paused(parts, standing);
    hasMore = await takeNext(parts, standing, { identity, hasMore });
  }
}

/** Claims and asks one question. @returns whether there is more to ask for at once */
async function takeNext(
  parts: Parts,
  standing: Standing,
  { identity, hasMore }: { identity: SigningIdentity; hasMore: boolean },
): Promise<boolean> {
  const source = sources[standing.source];
  const pace = paceOf(standing, parts.distributionWaitSeconds);
  const isAhead = source.takesRepeats && (hasMore || standing.isAhead);
  const message = source.question({ ...standing, after: standing.lastNsu });
  const { authority } = source;
  const { service } = message;
  const claimed = await parts.steps(() => claim(parts, { standing, authority, service, isAhead, pace }));
  return claimed !== null && ask(parts, { standing, claim: claimed, source, message, identity, isAhead, pace });
}

async function paused(parts: Parts, standing: Standing): Promise<Outlook> {
  const until = nextLook(parts.now(), paceOf(standing, parts.distributionWaitSeconds));
  const reason = withoutCertificate;
  await acrossCompanies(parts.orm).transactional(async (em) => {
    const row = await em.findOneOrFail(Distribution, { id: standing.id });
    row.pause(reason, until);
  });
  parts.logger.warn('waiting', { kind: 'CERTIFICATE', reason, until });
  return outlook(parts, { ...standing, status: 'PAUSED', reason, nextVisitAt: until });
}

function outlook(parts: Parts, standing: Standing): Outlook {
  const waitMs = Math.max(0, dueAt(standing).getTime() - parts.now().getTime());
  return { waitMs, details: detailsOf(standing) };
}

async function identityOf(
  parts: Parts,
  em: EntityManager,
  { certificateId }: Standing,
): Promise<SigningIdentity | null> {
  const identity = certificateId === null ? null : await parts.identities.byId(em.fork(), certificateId);
  return identity && identity.notAfter > parts.now() ? identity : null;
}
