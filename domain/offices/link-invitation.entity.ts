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
  // To who looks over some companies, those to its own.
  policies: [...ownedByOffice.policies.filter((policy) => policy !== overseenOffice), overseenBy('company_id')],
  properties: {
    id: uuidKey(),
    link: () => p.manyToOne(OfficeLink).mapToPk().deleteRule('cascade'),
    office: () => p.manyToOne(Office).mapToPk(),
    company: () => p.manyToOne(Company).mapToPk(),
    /** SHA-256 of the token in the mail, lowercase hex. */
    tokenHash: p.string().length(64).unique(),
    /** The token, sealed, for as long as the mail has not gone: a mail that is tried again has the same link. */
    sealedToken: p.json<SealedBox>().lazy().nullable(),
    /** The administrators' addresses, as they were. */
    recipients: p.array(),
    mailStatus: p.enum(mailStatuses).default('PENDING'),
    /** In Portuguese, why the mail has not gone; null where nothing is wrong. */
    mailError: p.text().nullable(),
    /** What a PENDING mail waits for that has met something, and since when. */
    waitingKind: p.enum(waitKinds).nullable(),
    waitingSince: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    /** Seven days after it was made. */
    expiresAt: p.datetime(),
    /** When it was answered; it opens no more. */
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

/** The mail that asks a company's administrators to accept a link, and the answer it waits for. */
export class LinkInvitation extends LinkInvitationSchema.class {}
LinkInvitationSchema.setClass(LinkInvitation);

/** Where invitations are opened and answered, below the server's public address; after it comes `/` and the token, which is a secret. */
export const invitationsPath = '/convites';
