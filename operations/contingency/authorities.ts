import type { EntityManager } from '../../config/orm.ts';
import { AuthorityChange, AuthorityStanding } from '../../domain/contingency/authority-standing.entity.ts';
import { hasSvc, issuerInState } from '../../domain/contingency/choose.ts';
import type { AuthorityService, Standing } from '../../domain/conversation/authority.ts';
import { authorityServiceAt } from '../../domain/sefaz/authority.ts';
import { type ContingencyType, modelOf, type PlaceQuery } from './by-hand.ts';

/** How the service of one authority stands for a type of note. */
export type AuthorityState = {
  type: ContingencyType;
  authorizer: string;
  /** Whether it is the SVC that stands in for the state's authority. */
  isSvc: boolean;
  /** Null where Lavra has not seen a fault of it. */
  standing: Standing | null;
  since: Date | null;
  reason: string | null;
  cStat: string | null;
  /** Its latest changes, the newest first. */
  changes: { standing: Standing; reason: string; changedAt: Date }[];
};

const shownChanges = 3;

/** Every authority that may authorize the company's notes of these types: that of the state, and for NF-e its SVC. */
export async function authoritiesOf(
  em: EntityManager,
  { company, environment, types }: PlaceQuery,
): Promise<AuthorityState[]> {
  const { settings } = company;
  if (!settings) return [];
  const issuer = issuerInState(settings);
  const found: AuthorityState[] = [];
  for (const type of types) {
    const roles = type === 'NFE' && hasSvc(issuer, environment) ? [false, true] : [false];
    for (const isSvc of roles) {
      const authorityService = authorityServiceAt({ ...issuer, model: modelOf(type), environment, isSvc });
      if (authorityService) found.push({ type, isSvc, ...(await standingOf(em, authorityService)) });
    }
  }
  return found;
}

async function standingOf(
  em: EntityManager,
  authorityService: AuthorityService,
): Promise<Omit<AuthorityState, 'type' | 'isSvc'>> {
  const row = await em.findOne(AuthorityStanding, authorityService);
  const changes = await em.find(AuthorityChange, authorityService, {
    orderBy: { changedAt: 'desc' },
    limit: shownChanges,
  });
  return {
    authorizer: authorityService.authorizer,
    ...{ standing: row?.standing ?? null, since: row?.since ?? null, reason: row?.reason ?? null },
    cStat: row?.cStat ?? null,
    changes: changes.map(({ standing, reason, changedAt }) => ({ standing, reason, changedAt })),
  };
}
