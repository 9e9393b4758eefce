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

/** Days for which an invitation can be opened, and minutes for which a link to reset a password can. */
export const invitationDays = 7;
export const resetMinutes = 30;

/** `OVER`: its content was no longer valid before it was sent. */
const personMailStatuses = ['PENDING', 'SENT', 'FAILED', 'OVER'] as const;

/** Content of a mail with a link, as it was when the mail was made. */
export type LinkMailTopic =
  // Company is the company or, for a role of an office, the office; null for the installation.
  | { kind: 'INVITATION'; company: { name: string; taxId: string } | null; role: PersonRole; inviter: string }
  | { kind: 'RESET'; name: string };

/** Content of a mail to a person. For news, the table `told_news` has which ones, and their words are made when the mail is sent. */
export type PersonMailTopic = LinkMailTopic | { kind: 'NEWS'; personId: string; name: string };

/** For how many days a mail with news is tried. */
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
    /** Address of its link, without the token at its end. */
    address: p.string().length(400),
    /** The token, encrypted, until the mail was sent: a mail that is tried again has the same link. Null for news. */
    sealedToken: p.json<SealedBox>().nullable(),
    mailStatus: p.enum(personMailStatuses),
    /** Why the mail was not sent, in Portuguese; null where nothing is wrong. */
    mailError: p.text().nullable(),
    createdAt: nowOnCreate(3),
    sentAt: p.datetime(3).nullable(),
    /** When its link expires; after that it is not sent. */
    expiresAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'person_mail_unsent',
      expression: `create index "person_mail_unsent" on "person_mail" ("created_at") where "mail_status" = 'PENDING'`,
    },
  ],
});

/** A mail to a person: with a link that works once, or with news about what is hers. */
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
    /** In lower case. The invitation does not say whether a person with this address exists. */
    email: p.string().length(254),
    role: p.enum(personRoles),
    /** Null where a key of the operator invited. */
    inviter: () => p.manyToOne(Person).mapToPk().nullable().deleteRule('no action'),
    /** The mail with the invitation; null where the inviter passes the link on. */
    mail: () => p.manyToOne(PersonMail).mapToPk().nullable(),
    tokenHash: p.string().length(64).unique('person_invitation_token_hash_unique'),
    createdAt: nowOnCreate(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
    /** When it was withdrawn, or replaced by another. */
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

/** An invitation by a company, an office or the installation to somebody, by e-mail address, to become one of its people. */
export class PersonInvitation extends PersonInvitationSchema.class {}
PersonInvitationSchema.setClass(PersonInvitation);
