import { defineEntity, p } from '@mikro-orm/core';
import { ownedByCompany } from '../companies/ownership.ts';

const SyncCounterSchema = defineEntity({
  name: 'SyncCounter',
  tableName: 'sync_counter',
  ...ownedByCompany,
  properties: {
    company: p.uuid().fieldName('company_id').primary(),
    last: p.bigint('bigint'),
  },
});

/** The last number that a changed document of the company was given. It stays where the document changes again and its number is gone. */
export class SyncCounter extends SyncCounterSchema.class {}
SyncCounterSchema.setClass(SyncCounter);
