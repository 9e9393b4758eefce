import { defineEntity, p } from '@mikro-orm/core';
import type { SealedBox } from '../seal.ts';
import { Company } from './company.entity.ts';
import { ownedByCompany } from './ownership.ts';
import { environments } from './settings.ts';

const CompanyCscSchema = defineEntity({
  name: 'CompanyCsc',
  tableName: 'company_csc',
  ...ownedByCompany,
  properties: {
    company: () => p.manyToOne(Company).primary().mapToPk(),
    environment: p.enum(environments).primary(),
    /** idCSC, without leading zeros. */
    cscId: p.string().length(6),
    /** The token alone, sealed (invariant 7). */
    sealed: p.json<SealedBox>(),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});

/** The CSC that a company uses in one environment. */
export class CompanyCsc extends CompanyCscSchema.class {}
CompanyCscSchema.setClass(CompanyCsc);
