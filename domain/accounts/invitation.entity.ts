import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import {
  everyCompanyPolicy,
  installationPolicy,
  overseenOffice,
  ownedByEither,
  panelRole,
} from '../companies/ownership.ts';
import type { SealedBox } from '../seal.ts';
import { Office } from '../offices/office.entity.ts';
import { ownedByItsRole, Person } from './person.entity.ts';
import { type PersonRole, personRoles } from './roles.ts';

/** How long an invitation opens, and a link for who forgot her password. */
export const invitationDays = 7;
export const resetMinutes = 30;

/** `OVER`: what it would tell was over before it went. */
const personMailStatuses = ['PENDING', 'SENT', 'FAILED', 'OVER'] as const;

/** What a mail with a link is about, as it stood when she was written to. */
export type LinkMailTopic =
  // The company or, where the role is one of an office, the office; null for the installation.
  | { kind: 'INVITATION'; company: { name: string; taxId: string } | null; role: PersonRole; inviter: string }
  | { kind: 'RESET'; name: string };

/** What a mail to a person is about. Of what news she is told, `told_news` says; in which words, what stands when it is sent. */
export type PersonMailTopic = LinkMailTopic | { kind: 'NEWS'; personId: string; name: string };

/** How long news go on trying to be sent; after that they are no news. */
export const newsDays = 3;

const PersonMailSchema = defineEntity({
  name: 'PersonMail',
  tableName: 'person_mail',
  policies: [
    everyCompanyPolicy,
    { name: 'of_panel', roles: [panelRole], using: 'true', check: 'true' },
    overseenOffice,
  ],
  properties: {
    id: uuidKey(),
    email: p.string().length(254),
    matter: p.json<PersonMailTopic>(),
    /** Where its link leads, but for the token at its end. */
    address: p.string().length(400),
    /** The token, sealed, for as long as the mail has not gone: a mail that is tried again has the same link. News have none. */
    sealedToken: p.json<SealedBox>().nullable(),
    mailStatus: p.enum(personMailStatuses),
    /** In Portuguese, why the mail has not gone; null where nothing is wrong. */
    mailError: p.text().nullable(),
    createdAt: nowOnCreate(3),
    sentAt: p.datetime(3).nullable(),
    /** When its link ends: it is not sent any more. */
    expiresAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'person_mail_unsent',
      expression: `create index "person_mail_unsent" on "person_mail" ("created_at") where "mail_status" = 'PENDING'`,
    },
  ],
});

/** A mail to a person: with a link that works once, or with news of what is hers. */
export class PersonMail extends PersonMailSchema.class {}
PersonMailSchema.setClass(PersonMail);

const PersonInvitationSchema = defineEntity({
  name: 'PersonInvitation',
  tableName: 'person_invitation',
  ...ownedByEither,
  policies: [...ownedByEither.policies, installationPolicy],
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk().nullable().deleteRule('no action'),
    office: () => p.manyToOne(Office).mapToPk().nullable().deleteRule('no action'),
    /** In lower case. Whether somebody is known by it, an invitation does not say. */
    email: p.string().length(254),
    role: p.enum(personRoles),
    /** Null where a key of the operator invites. */
    inviter: () => p.manyToOne(Person).mapToPk().nullable().deleteRule('no action'),
    /** The mail that brings it; null where the inviter hands the link over. */
    mail: () => p.manyToOne(PersonMail).mapToPk().nullable(),
    tokenHash: p.string().length(64).unique('person_invitation_token_hash_unique'),
    createdAt: nowOnCreate(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
    /** When it was withdrawn, or another took its place. */
    endedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['company'] },
    { properties: ['office'] },
    { properties: ['inviter'] },
    { properties: ['mail'] },
  ],
  checks: [{ name: 'person_invitation_owner_check', expression: ownedByItsRole }],
});

/** A company, an office or the installation asks somebody, by an address of hers, to join its people. */
export class PersonInvitation extends PersonInvitationSchema.class {}
PersonInvitationSchema.setClass(PersonInvitation);
