import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy } from '../companies/ownership.ts';

const RunLookSchema = defineEntity({
  name: 'RunLook',
  tableName: 'run_look',
  policies: [everyCompanyPolicy],
  properties: {
    /** Id of the document, event, range of numbers, replaced note or invitation that has the run. */
    id: p.uuid().primary(),
    /** The attempt whose run was looked at; of the run of any other attempt nothing is known. */
    attempt: p.integer(),
    lookedAt: p.datetime(),
    dueAt: p.datetime(),
  },
});

/** When reconciliation last looked whether something under way has its run, and when it looks again. A lost row only costs one look. */
export class RunLook extends RunLookSchema.class {}
RunLookSchema.setClass(RunLook);
