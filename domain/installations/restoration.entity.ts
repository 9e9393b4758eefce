import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy, tenantRole } from '../companies/ownership.ts';

/** MARKED: by who restored it; MOVED: it lies in another place than it wrote down; BEHIND: Temporal has seen a later round of it. */
export const restorationCauses = ['MARKED', 'MOVED', 'BEHIND'] as const;
export type RestorationCause = (typeof restorationCauses)[number];

const RestorationSchema = defineEntity({
  name: 'Restoration',
  tableName: 'restoration',
  policies: [{ name: 'read_all', command: 'select', roles: [tenantRole], using: 'true' }, everyCompanyPolicy],
  properties: {
    id: p.uuid().primary(),
    cause: p.enum(restorationCauses),
    noticedAt: p.datetime(),
    /** When the authorities had been asked about all numbers that may have been used. */
    askedAt: p.datetime().nullable(),
    /** When emission went on, and by whom: by the answers alone, or by a person. */
    releasedAt: p.datetime().nullable(),
    releasedBy: p.enum(['ANSWERS', 'PERSON']).nullable(),
  },
  indexes: [
    {
      name: 'restoration_open',
      expression: `create unique index "restoration_open" on "restoration" ((true)) where "released_at" is null`,
    },
  ],
});

/** The database is one of an earlier moment: while it is not released, nothing new is sent to an authority. */
export class Restoration extends RestorationSchema.class {}
RestorationSchema.setClass(Restoration);
