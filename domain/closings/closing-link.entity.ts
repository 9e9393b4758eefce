import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { ApiKey } from '../access/api-key.entity.ts';
import { ownedByOffice } from '../companies/ownership.ts';
import { Office } from '../offices/office.entity.ts';
import { Closing } from './closing.entity.ts';

const ClosingLinkSchema = defineEntity({
  name: 'ClosingLink',
  tableName: 'closing_link',
  ...ownedByOffice,
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuid()),
    office: () => p.manyToOne(Office).mapToPk(),
    closing: () => p.manyToOne(Closing).mapToPk().deleteRule('cascade'),
    /** SHA-256 of the token, lowercase hex; the token itself is never stored. */
    tokenHash: p.string().length(64).unique(),
    apiKey: () => p.manyToOne(ApiKey).mapToPk().deleteRule('cascade'),
    expiresAt: p.datetime(),
    /** When the office or company lost the right to it, which it does not get back: set by triggers. */
    endedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
  indexes: [{ properties: ['expiresAt'] }, { properties: ['closing'] }],
});

/** A link by which a closing's ZIP is downloaded from a store that makes none of its own, for an hour. */
export class ClosingLink extends ClosingLinkSchema.class {}
ClosingLinkSchema.setClass(ClosingLink);
