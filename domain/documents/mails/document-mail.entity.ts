import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../../columns.ts';
import { mailKinds } from '../../companies/buyer-mail.ts';
import { Company } from '../../companies/company.entity.ts';
import { ownedByCompany } from '../../companies/ownership.ts';
import { Document } from '../document.entity.ts';

/** `BOUNCED`: the address takes no mail. `SUPPRESSED`: it was known not to, and nothing was sent. `FAILED`: refused, or tried for days in vain. */
const documentMailStatuses = ['PENDING', 'SENT', 'BOUNCED', 'SUPPRESSED', 'FAILED'] as const;
export type DocumentMailStatus = (typeof documentMailStatuses)[number];

const DocumentMailSchema = defineEntity({
  name: 'DocumentMail',
  tableName: 'document_mail',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    document: () => p.manyToOne(Document).mapToPk().deleteRule('cascade'),
    kind: p.enum(mailKinds),
    /** Of a correction letter, its number; 0 of every other mail. */
    sequence: p.integer().default(0),
    /** In lower case. */
    email: p.string().length(254),
    /** 0 is sent by itself; each time that somebody has it sent again is the next. */
    round: p.integer().default(0),
    status: p.enum(documentMailStatuses).default('PENDING'),
    /** Times that it was begun to be handed over. */
    attempts: p.integer().default(0),
    /** When the next attempt is due; null when none is left. While one is under way, when it is given up for lost. */
    nextAttemptAt: p.datetime(3).nullable(),
    /** In Portuguese, why it has not gone; null where nothing is wrong. */
    error: p.text().nullable(),
    /** When the mail server took it. */
    sentAt: p.datetime(3).nullable(),
    /** When it came back, after its server had taken it. */
    bouncedAt: p.datetime(3).nullable(),
    createdAt: nowOnCreate(3),
  },
  indexes: [
    {
      name: 'document_mail_unique',
      expression: `create unique index "document_mail_unique" on "document_mail" ("document_id", "kind", "sequence", "email", "round")`,
    },
    {
      name: 'document_mail_due',
      expression: `create index "document_mail_due" on "document_mail" ("company_id", "next_attempt_at") where "next_attempt_at" is not null`,
    },
    {
      name: 'document_mail_of_company',
      expression: `create index "document_mail_of_company" on "document_mail" ("company_id", "created_at" desc, "id" desc)`,
    },
  ],
});

/** One mail about a document to one address: a row before it is a mail, written in the commit of what it tells. */
export class DocumentMail extends DocumentMailSchema.class {}
DocumentMailSchema.setClass(DocumentMail);

const MailSuppressionSchema = defineEntity({
  name: 'MailSuppression',
  tableName: 'mail_suppression',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    /** In lower case. */
    email: p.string().length(254).primary(),
    /** What was said of it, in Portuguese or in the server's own words. */
    reason: p.text(),
    createdAt: nowOnCreate(3),
  },
});

/** An address that takes no mail, so that a company sends it none until somebody says that it does again. */
export class MailSuppression extends MailSuppressionSchema.class {}
MailSuppressionSchema.setClass(MailSuppression);

const MailTurnSchema = defineEntity({
  name: 'MailTurn',
  tableName: 'mail_turn',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    /** Set when the actor is signalled, cleared by the actor when it looks for work: one signal serves many mails. */
    wokenAt: p.datetime(3).nullable(),
    /** While the mail server cannot be used: until when nothing is tried, why, and how many visits were in vain. */
    heldUntil: p.datetime(3).nullable(),
    heldReason: p.text().nullable(),
    failures: p.integer().default(0),
  },
});

/** Where the actor of a company's mails stands. */
export class MailTurn extends MailTurnSchema.class {}
MailTurnSchema.setClass(MailTurn);
