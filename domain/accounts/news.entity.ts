import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy, panelRole } from '../companies/ownership.ts';
import { PersonMail } from './invitation.entity.ts';
import { mailPaces, type NewsKind } from './news.ts';
import { Person } from './person.entity.ts';

const MailChoiceSchema = defineEntity({
  name: 'MailChoice',
  tableName: 'mail_choice',
  policies: [everyCompanyPolicy, { name: 'of_panel', roles: [panelRole], using: 'true', check: 'true' }],
  properties: {
    person: () => p.manyToOne(Person).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    pace: p.enum(mailPaces).default('AT_ONCE'),
    /** Kinds of news that she does not get. */
    muted: p.array().$type<NewsKind[]>(),
    /** The day (Brasília) of her last daily mail, or of the last look that found no news for one. */
    digestOn: p.date().nullable(),
    /** When she was last mailed something urgent. */
    urgentAt: p.datetime(3).nullable(),
  },
});

/** Which news a person wants by mail, and when she was last mailed; without a row she gets all of them. */
export class MailChoice extends MailChoiceSchema.class {}
MailChoiceSchema.setClass(MailChoice);

const SentNewsSchema = defineEntity({
  name: 'SentNews',
  tableName: 'told_news',
  policies: [everyCompanyPolicy],
  properties: {
    person: () => p.manyToOne(Person).primary().mapToPk().deleteRule('no action').updateRule('no action'),
    thing: p.string().length(120).primary(),
    mail: () => p.manyToOne(PersonMail).mapToPk(),
    toldAt: p.datetime(3),
  },
  indexes: [{ properties: ['mail'] }],
});

/** Records that a person was told of a thing, and by which mail, so that she is told once. */
export class SentNews extends SentNewsSchema.class {}
SentNewsSchema.setClass(SentNews);
