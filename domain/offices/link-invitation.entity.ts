import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByOffice, overseenBy, overseenOffice } from '../companies/ownership.ts';
import { waitKinds } from '../conversation/waiting.ts';
import type { SealedBox } from '../seal.ts';
import { mailStatuses, OfficeLink } from './office-link.entity.ts';
import { Office } from './office.entity.ts';

const LinkInvitationSchema = defineEntity({
  name: 'LinkInvitation',
  tableName: 'link_invitation',
  ...ownedByOffice,
  // An operator who oversees some companies only sees the invitations to them.
  policies: [...ownedByOffice.policies.filter((policy) => policy !== overseenOffice), overseenBy('company_id')],
  properties: {
    id: uuidKey(),
    link: () => p.manyToOne(OfficeLink).mapToPk().deleteRule('cascade'),
    office: () => p.manyToOne(Office).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** SHA-256 of the token in the mail, lowercase hex. */
    tokenHash: p.string().length(64).unique(),
    /** The token, encrypted, until the mail was sent: a mail that is tried again has the same link. */
    sealedToken: p.json<SealedBox>().lazy().nullable(),
    /** E-mail addresses of the company's administrators when the mail was made. */
    recipients: p.array(),
    mailStatus: p.enum(mailStatuses).default('PENDING'),
    /** Why the mail was not sent, in Portuguese; null where nothing is wrong. */
    mailError: p.text().nullable(),
    /** What keeps a PENDING mail from being sent, and below it since when; null while nothing does. */
    waitingKind: p.enum(waitKinds).nullable(),
    waitingSince: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    /** Seven days after it was made. */
    expiresAt: p.datetime(),
    /** When it was answered, or ended because another was sent or the request was answered elsewhere or withdrawn: it can be answered no more. */
    usedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
  },
  indexes: [
    { properties: ['link'] },
    { properties: ['company'] },
    { properties: ['office'] },
    {
      name: 'link_invitation_unsent',
      expression: `create index "link_invitation_unsent" on "link_invitation" ("created_at") where "mail_status" = 'PENDING'`,
    },
  ],
});

/** An invitation that asks a company's administrators by mail to accept an office's link. */
export class LinkInvitation extends LinkInvitationSchema.class {}
LinkInvitationSchema.setClass(LinkInvitation);

/** Path of invitations below the server's public address; `/` and the token, which is a secret, follow. */
export const invitationsPath = '/convites';
