import { defineEntity, p } from '@mikro-orm/core';
import { nowOnCreate, uuidKey } from '../../columns.ts';
import { mailKinds } from '../../companies/buyer-mail.ts';
import { Company } from '../../companies/company.entity.ts';
import { ownedByCompany } from '../../companies/ownership.ts';
import { Document } from '../document.entity.ts';

/**
 * `BOUNCED`: the address takes no mail. `SUPPRESSED`: that was known before, and nothing was sent. `FAILED`: refused, or tried for days without
 * success.
 */
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
    /** Sequence of the correction letter that the mail is about; 0 for every other mail. */
    sequence: p.integer().default(0),
    /** In lower case. */
    email: p.string().length(254),
    /** 0 for the mail that Lavra sends by itself; each time that somebody has it sent again adds 1. */
    round: p.integer().default(0),
    status: p.enum(documentMailStatuses).default('PENDING'),
    /** How often its delivery to the mail server was begun. */
    attempts: p.integer().default(0),
    /** When the next attempt is due; null where there is none. During an attempt: when the attempt counts as lost. */
    nextAttemptAt: p.datetime(3).nullable(),
    /** Why the mail has not been sent, in Portuguese; null where nothing is wrong. */
    error: p.text().nullable(),
    /** When the mail server took it. */
    sentAt: p.datetime(3).nullable(),
    /** When the mail came back, after the server had taken it. */
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

/** One mail about a document to one address. The row is written in the commit of the change that the mail reports, before anything is sent. */
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
    /** Why it takes none, in Portuguese or in the server's own words. */
    reason: p.text(),
    createdAt: nowOnCreate(3),
  },
});

/** An address that takes no mail: the company sends it none until somebody removes this row. */
export class MailSuppression extends MailSuppressionSchema.class {}
MailSuppressionSchema.setClass(MailSuppression);

const MailTurnSchema = defineEntity({
  name: 'MailTurn',
  tableName: 'mail_turn',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    /** Set when the actor is signalled, cleared when the actor looks for work: one signal serves many mails. */
    wokenAt: p.datetime(3).nullable(),
    /** While the mail server cannot be used: until when no mail is tried, the reason, and how many visits of the actor in a row failed. */
    heldUntil: p.datetime(3).nullable(),
    heldReason: p.text().nullable(),
    failures: p.integer().default(0),
  },
});

/** State of the actor that sends a company's mails. */
export class MailTurn extends MailTurnSchema.class {}
MailTurnSchema.setClass(MailTurn);
