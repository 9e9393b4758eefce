import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '../../temporal/names.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { until } from './until.ts';

/** A Temporal whose timers cost no time, with Lavra's search attributes. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const executable = { type: 'existing-path', path: process.env.TEST_TIME_SKIPPING! } as const;
  // The SDK gives the server five seconds to start, which may not suffice for Java on busy cores.
  const start = () => TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  const environment = await until('a server of skipped time', start, 180_000);
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, 2])),
  });
  return environment;
}
