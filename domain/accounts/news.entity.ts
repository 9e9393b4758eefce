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
    /** Of what she is told nothing. */
    muted: p.array().$type<NewsKind[]>(),
    /** The day in Brasília of her last daily mail, or of the look that found nothing for one. */
    digestOn: p.date().nullable(),
    /** When she was last told of something urgent. */
    urgentAt: p.datetime(3).nullable(),
  },
});

/** Of what a person wants to be told by mail, and when she last was; who has chosen nothing is told of everything. */
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

/** That a person was told of something, by which mail: she is told of it once. */
export class SentNews extends SentNewsSchema.class {}
SentNewsSchema.setClass(SentNews);
