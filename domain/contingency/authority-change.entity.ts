import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { everyCompanyPolicy } from '../companies/ownership.ts';
import { environments } from '../companies/settings.ts';
import { models } from '../document-types.ts';
import { standings } from '../conversation/standing.ts';

const AuthorityChangeSchema = defineEntity({
  name: 'AuthorityChange',
  tableName: 'authority_change',
  policies: [everyCompanyPolicy],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    authorizer: p.string().length(10),
    environment: p.enum(environments),
    model: p.enum(models),
    state: p.string().length(2).default(''),
    standing: p.enum(standings),
    reason: p.text(),
    cStat: p.string().length(8).nullable(),
    changedAt: p.datetime(),
  },
  indexes: [{ properties: ['authorizer', 'environment', 'model', 'changedAt'] }],
});

/** One change of an authorizer's service, for those who ask afterwards when and why. */
export class AuthorityChange extends AuthorityChangeSchema.class {}
AuthorityChangeSchema.setClass(AuthorityChange);
