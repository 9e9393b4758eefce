import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '../../temporal/queues.ts';
import { quietRuntime } from './quiet-runtime.ts';

/** A Temporal whose timers cost no time, with Lavra's search attributes. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: process.env.TEST_TIME_SKIPPING! } },
  });
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, 2])),
  });
  return environment;
}
