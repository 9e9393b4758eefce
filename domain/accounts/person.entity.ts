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
    /** In lower case; no two persons have the same address. */
    email: p.string().length(254).unique('panel_person_email_unique'),
    name: p.string().length(120),
    /** Written by `hashPassword`; null until the person has chosen a password. */
    passwordHash: p.text().nullable(),
    /** Encrypted secret of the codes on her telephone (TOTP); null where she has none. */
    totpSealed: p.json<SealedBox>().nullable(),
    /** Time step of the last code that she used: a code of that step or an earlier one is refused. */
    totpLastStep: p.integer().nullable(),
    status: p.enum(personStatuses),
    /** When she last signed in; null where she has not since this column exists. */
    signedInAt: p.datetime(3).nullable(),
    createdAt: nowOnCreate(3),
  },
  checks: [{ name: 'panel_person_email_lower', expression: `((email)::text = lower((email)::text))` }],
});

/** Somebody who signs in to the panel. Her memberships say which companies and offices she may open. */
export class Person extends PersonSchema.class {
  /** Keeps the person from signing in. */
  disable(): void {
    this.status = 'DISABLED';
  }

  /** Lets the person sign in again, with the password and second factor that she had. */
  letInAgain(): void {
    this.status = 'ACTIVE';
  }

  /** Removes the person's TOTP secret: she signs in with her password alone until she sets up another. */
  forgetSecondFactor(): void {
    this.totpSealed = null;
    this.totpLastStep = null;
  }

  /** Lets the person sign in again. She must choose a new password, and has no second factor until she sets one up. */
  enable(): void {
    this.status = 'ACTIVE';
    this.passwordHash = null;
    this.forgetSecondFactor();
  }
}
PersonSchema.setClass(Person);

/** Check constraint: a role of a company has a company, one of an office an office, and an operator's neither. Written as PostgreSQL prints it. */
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
    /** Set where the role is one of a company. */
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    /** Set where the role is one of an office. */
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

/** A role of a person in a company, in an office or in the installation. A change of role ends the row and makes another. */
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

/** A company that a clerk of an office works for. A clerk without any row works for the whole portfolio. */
export class PortfolioPart extends PortfolioPartSchema.class {}
PortfolioPartSchema.setClass(PortfolioPart);
