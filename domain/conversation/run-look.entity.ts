import { defineEntity, p } from '@mikro-orm/core';
import { everyCompanyPolicy } from '../companies/ownership.ts';

const RunLookSchema = defineEntity({
  name: 'RunLook',
  tableName: 'run_look',
  policies: [everyCompanyPolicy],
  properties: {
    /** Of the document, event, range of numbers, replaced note or invitation that has the run. */
    id: p.uuid().primary(),
    /** The attempt whose run it was: nothing is known of the run of another one. */
    attempt: p.integer(),
    lookedAt: p.datetime(),
    dueAt: p.datetime(),
  },
});

/** When reconciliation last saw to the run of something that is under way, and when it does so again. A row that is lost only costs a look. */
export class RunLook extends RunLookSchema.class {}
RunLookSchema.setClass(RunLook);
