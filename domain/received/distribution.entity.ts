import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import type { DistributionAnswer } from '../conversation/distribution-answer.ts';
import type { Plan } from './distribution-timing.ts';
import { distributionSources, distributionStatuses } from './kinds.ts';

const DistributionSchema = defineEntity({
  name: 'Distribution',
  tableName: 'distribution',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    environment: p.enum(environments),
    source: p.enum(distributionSources),
    /** Everything up to this NSU has been received. */
    lastNsu: p.bigint().default('0'),
    /** The highest NSU that the authority has, by its last answer; null where the answer did not tell. */
    maxNsu: p.bigint().nullable(),
    status: p.enum(distributionStatuses).default('ACTIVE'),
    /** Why the distribution does not go on as usual, in Portuguese. */
    reason: p.text().nullable(),
    /** cStat of the last answer; `message` is its xMotivo. */
    cStat: p.string().length(40).nullable(),
    message: p.text().nullable(),
    /** When the last question was asked. */
    askedAt: p.datetime().nullable(),
    /** When the last answer came. */
    answeredAt: p.datetime().nullable(),
    /** Before this moment no question may be asked: the guard against 656. A visit moves it on before it asks. */
    notBefore: nowOnCreate(),
    /** When the next visit is planned; it waits for `notBefore` in any case. */
    nextVisitAt: nowOnCreate(),
    /** When somebody last asked for a `sync`; nobody needs to again before the actor has asked. */
    syncAskedAt: p.datetime().nullable(),
    /** How many answers in a row were 656; then the ultNSU of the last of them. */
    throttledTimes: p.integer().default(0),
    throttledNsu: p.bigint().nullable(),
    /** How many questions in a row failed; the pauses grow with it. */
    failures: p.integer().default(0),
    /** How many entries could not be read; they are kept as they came. */
    unreadable: p.integer().default(0),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['company', 'environment', 'source'] }],
  indexes: [{ name: 'distribution_due', properties: ['nextVisitAt'] }],
});

type AnswerFacts = Pick<DistributionAnswer, 'cStat' | 'xMotivo' | 'outcome' | 'lastNsu' | 'maxNsu'>;

/** A company's position at one source of received documents. This row counts, and its actor only reads it. */
export class Distribution extends DistributionSchema.class {
  /** Takes over the state after a question. */
  applyPlan(plan: Plan): void {
    this.status = plan.status;
    this.reason = plan.reason;
    this.notBefore = plan.notBefore;
    this.nextVisitAt = plan.nextVisitAt;
    this.throttledTimes = plan.throttledTimes;
    this.throttledNsu = plan.throttledNsu;
    this.failures = plan.failures;
  }

  /** Records an answer. Everything up to its NSU is received, so that `lastNsu` moves there; it never goes back. */
  recordAnswer({ cStat, xMotivo, outcome, lastNsu, maxNsu }: AnswerFacts, at: Date): void {
    this.cStat = cStat;
    this.message = xMotivo;
    this.answeredAt = at;
    if (outcome !== 'documents' && outcome !== 'nothing') return;
    if (lastNsu !== null && lastNsu > this.lastNsu) this.lastNsu = lastNsu;
    this.maxNsu = maxNsu;
  }

  /** Something must be mended before the next question. It is looked at again at `until`, or as soon as it is mended. */
  pause(reason: string, until: Date): void {
    this.status = 'PAUSED';
    this.reason = reason;
    this.nextVisitAt = until;
  }

  /** An operator tells up to which NSU everything counts as received. */
  resetTo(nsu: bigint): void {
    this.lastNsu = nsu;
    this.maxNsu = null;
    this.status = 'ACTIVE';
    this.reason = null;
    this.throttledTimes = 0;
    this.throttledNsu = null;
    this.failures = 0;
  }
}
DistributionSchema.setClass(Distribution);
