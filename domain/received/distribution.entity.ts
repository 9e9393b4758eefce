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
    /** Everything up to this NSU is kept. */
    lastNsu: p.bigint().default('0'),
    /** The highest NSU that the authority told of; null where it told of none. */
    maxNsu: p.bigint().nullable(),
    status: p.enum(distributionStatuses).default('ACTIVE'),
    /** In Portuguese, why it does not go on as usual. */
    reason: p.text().nullable(),
    /** cStat and xMotivo of the last answer. */
    cStat: p.string().length(40).nullable(),
    message: p.text().nullable(),
    /** When the last question was asked. */
    askedAt: p.datetime().nullable(),
    /** When the last answer came. */
    answeredAt: p.datetime().nullable(),
    /** No question may be asked before: the guard against 656. A visit moves it ahead before it asks. */
    notBefore: nowOnCreate(),
    /** When the next visit is planned; never before `notBefore` in effect. */
    nextVisitAt: nowOnCreate(),
    /** When somebody last had it asked (`sync`): until its actor asks, nobody else need. */
    syncAskedAt: p.datetime().nullable(),
    /** How many answers in a row were 656, and the NSU that the last of them named. */
    throttledTimes: p.integer().default(0),
    throttledNsu: p.bigint().nullable(),
    /** How many questions in a row failed; pauses grow with it. */
    failures: p.integer().default(0),
    /** Entries that came and could not be read: they are kept as they came. */
    unreadable: p.integer().default(0),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['company', 'environment', 'source'] }],
  indexes: [{ name: 'distribution_due', properties: ['nextVisitAt'] }],
});

type AnswerFacts = Pick<DistributionAnswer, 'cStat' | 'xMotivo' | 'outcome' | 'lastNsu' | 'maxNsu'>;

/** Where a company stands with one source of received documents. The row is the truth; its actor only reads it. */
export class Distribution extends DistributionSchema.class {
  /** Takes over what an answer said, or that there was none. */
  follow(plan: Plan): void {
    this.status = plan.status;
    this.reason = plan.reason;
    this.notBefore = plan.notBefore;
    this.nextVisitAt = plan.nextVisitAt;
    this.throttledTimes = plan.throttledTimes;
    this.throttledNsu = plan.throttledNsu;
    this.failures = plan.failures;
  }

  /** Keeps an answer's words; everything up to its NSU is kept here, so that ours moves there. It never goes back. */
  heard({ cStat, xMotivo, outcome, lastNsu, maxNsu }: AnswerFacts, at: Date): void {
    this.cStat = cStat;
    this.message = xMotivo;
    this.answeredAt = at;
    if (outcome !== 'documents' && outcome !== 'nothing') return;
    if (lastNsu !== null && lastNsu > this.lastNsu) this.lastNsu = lastNsu;
    this.maxNsu = maxNsu;
  }

  /** Something must be mended before the next question; it is looked at again at `until`, or when it was mended. */
  pause(reason: string, until: Date): void {
    this.status = 'PAUSED';
    this.reason = reason;
    this.nextVisitAt = until;
  }

  /** An operator says up to where everything is kept. */
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
