import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { installationPolicy, ownedByEither, ownedByOffice } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import type { SealedBox } from '../seal.ts';
import { personRoles } from './roles.ts';

const personStatuses = ['ACTIVE', 'DISABLED'] as const;

const PersonSchema = defineEntity({
  name: 'Person',
  tableName: 'panel_person',
  properties: {
    id: uuidKey(),
    /** In lower case: one address is one person. */
    email: p.string().length(254).unique('panel_person_email_unique'),
    name: p.string().length(120),
    /** As `hashPassword` writes it; null until the person has chosen a password. */
    passwordHash: p.text().nullable(),
    /** The secret of the codes that her telephone shows; null where none are asked for. */
    totpSealed: p.json<SealedBox>().nullable(),
    /** The step of the last code that she used: no code of that step or an earlier one counts again. */
    totpLastStep: p.integer().nullable(),
    status: p.enum(personStatuses),
    /** When she last signed in; null where she never did, or not since this is written down. */
    signedInAt: p.datetime(3).nullable(),
    createdAt: nowOnCreate(3),
  },
  checks: [{ name: 'panel_person_email_lower', expression: `((email)::text = lower((email)::text))` }],
});

/** Somebody who signs in to the panel. Which companies that opens, memberships say. */
export class Person extends PersonSchema.class {
  /** From now on the person cannot sign in. */
  disable(): void {
    this.status = 'DISABLED';
  }

  /** From now on the person can, with what she proved herself by before. */
  letInAgain(): void {
    this.status = 'ACTIVE';
  }

  /** No more than her password is asked of the person, until she sets something up. */
  forgetSecondFactor(): void {
    this.totpSealed = null;
    this.totpLastStep = null;
  }

  /** From now on the person can, with a password that she chooses anew and, until she asks for one again, without a second factor. */
  enable(): void {
    this.status = 'ACTIVE';
    this.passwordHash = null;
    this.forgetSecondFactor();
  }
}
PersonSchema.setClass(Person);

/** A role of a company has a company, one of an office an office, and an operator's neither. In PostgreSQL's own spelling. */
export const ownedByItsRole =
  "(((company_id IS NOT NULL) = (role ~~ 'COMPANY%'::text)) AND ((office_id IS NOT NULL) = (role ~~ 'OFFICE%'::text)))";

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  ...ownedByEither,
  policies: [...ownedByEither.policies, installationPolicy],
  properties: {
    id: uuidKey(),
    person: () => p.manyToOne(Person).mapToPk(),
    role: p.enum(personRoles),
    /** Where the role is one of a company. */
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    /** Where the role is one of an office. */
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    createdAt: nowOnCreate(3),
    endedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'membership_current',
      expression: `create unique index "membership_current" on "membership" ("person_id", "company_id") where "ended_at" is null`,
    },
    {
      name: 'membership_current_office',
      expression: `create unique index "membership_current_office" on "membership" ("person_id", "office_id") where "ended_at" is null`,
    },
    {
      name: 'membership_current_operator',
      expression: `create unique index "membership_current_operator" on "membership" ("person_id") where "ended_at" is null and "company_id" is null and "office_id" is null`,
    },
    { properties: ['company'] },
    { properties: ['office'] },
  ],
  checks: [{ name: 'membership_owner_check', expression: ownedByItsRole }],
});

/** What a person may do in a company, in an office or in the installation, from a moment on, until another one says otherwise. */
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);

const PortfolioPartSchema = defineEntity({
  name: 'PortfolioPart',
  tableName: 'portfolio_part',
  ...ownedByOffice,
  properties: {
    membership: () => p.manyToOne(Membership).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    company: () => p.manyToOne(Company).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    office: () => p.manyToOne(Office).mapToPk(),
  },
  indexes: [{ properties: ['company'] }, { properties: ['office'] }],
});

/** A company that a clerk of an office has. A clerk without any has the whole portfolio. */
export class PortfolioPart extends PortfolioPartSchema.class {}
PortfolioPartSchema.setClass(PortfolioPart);
