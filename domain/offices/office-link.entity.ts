import { defineEntity, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { sharedByLink } from '../companies/ownership.ts';
import { DomainError } from '../errors.ts';
import { Office } from './office.entity.ts';

/** States of a link: requested, accepted, refused by the company, ended by either side. */
export const linkStatuses = ['PENDING', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Who requested a link: the office by its key, or the operator on the command line. */
const linkAskers = ['OFFICE', 'OPERATOR'] as const;
export type LinkAsker = (typeof linkAskers)[number];

/** States of an invitation's mail: waiting, taken by the mail server, refused for good; NOBODY where the company has no administrator to invite. */
export const mailStatuses = ['PENDING', 'SENT', 'FAILED', 'NOBODY'] as const;
export type MailStatus = (typeof mailStatuses)[number];

const OfficeLinkSchema = defineEntity({
  name: 'OfficeLink',
  tableName: 'office_link',
  ...sharedByLink,
  properties: {
    id: uuidKey(),
    // Not filtered by owner: the filter of offices would hide the office from its company.
    office: () => p.manyToOne(Office).mapToPk().filters({ owner: false }),
    company: () => p.manyToOne(Company).mapToPk(),
    status: p.enum(linkStatuses).default('PENDING'),
    /** Whether the office may issue for the company; only the company decides that. */
    issuingAllowed: p.boolean().default(false),
    requestedBy: p.enum(linkAskers),
    /** When the link was last requested. */
    requestedAt: p.datetime(),
    /** When the company accepted or refused the last request; null before. */
    decidedAt: p.datetime().nullable(),
    /** When the link ended; null after it was requested again. */
    endedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  uniques: [{ properties: ['office', 'company'] }],
  indexes: [
    { properties: ['company'] },
    {
      name: 'office_link_active',
      expression: `create unique index "office_link_active" on "office_link" ("company_id") where "status" = 'ACTIVE'`,
    },
  ],
});

/** The link between an office and a company: one row for each pair, whatever its past. A company has at most one ACTIVE link. */
export class OfficeLink extends OfficeLinkSchema.class {
  /** The office requests the link, also again after it was refused or has ended. @throws DomainError `invalid_state` */
  ask(by: LinkAsker, at: Date): void {
    this.mustBe(['REFUSED', 'ENDED'], 'pedido de novo');
    this.status = 'PENDING';
    this.issuingAllowed = false;
    this.requestedBy = by;
    this.requestedAt = at;
    this.decidedAt = null;
    this.endedAt = null;
  }

  /** The company accepts the request. @throws DomainError `invalid_state` */
  accept(issuingAllowed: boolean, at: Date): void {
    this.mustBe(['PENDING'], 'aceito');
    this.status = 'ACTIVE';
    this.issuingAllowed = issuingAllowed;
    this.decidedAt = at;
  }

  /** The company refuses the request. @throws DomainError `invalid_state` */
  refuse(at: Date): void {
    this.mustBe(['PENDING'], 'recusado');
    this.status = 'REFUSED';
    this.decidedAt = at;
  }

  /** Either side ends the link, or takes back the request. @throws DomainError `invalid_state` */
  end(at: Date): void {
    this.mustBe(['PENDING', 'ACTIVE'], 'encerrado');
    this.status = 'ENDED';
    this.issuingAllowed = false;
    this.endedAt = at;
  }

  /** The office takes back its request. @throws DomainError `invalid_state` */
  withdraw(at: Date): void {
    this.mustBe(['PENDING'], 'retirado');
    this.end(at);
  }

  /** The company allows the office to issue, or no longer does. @throws DomainError `invalid_state` */
  allowIssuing(isAllowed: boolean): void {
    this.mustBe(['ACTIVE'], 'alterado');
    this.issuingAllowed = isAllowed;
  }

  private mustBe(statuses: LinkStatus[], done: string): void {
    if (statuses.includes(this.status)) return;
    const message = `Só um vínculo em ${statuses.join(' ou ')} pode ser ${done}; este está ${this.status}.`;
    throw new DomainError('invalid_state', message);
  }
}
OfficeLinkSchema.setClass(OfficeLink);
