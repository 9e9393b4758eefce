import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '../../temporal/queues.ts';
import { quietRuntime } from './quiet-runtime.ts';

/** The SDK gives the server five seconds to start, which a Java on busy cores may not make. */
const mostStarts = 3;

/** A Temporal whose timers cost no time, with Lavra's search attributes. */
export async function timeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  quietRuntime();
  const environment = await started();
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, 2])),
  });
  return environment;
}

async function started(): Promise<TestWorkflowEnvironment> {
  const executable = { type: 'existing-path', path: process.env.TEST_TIME_SKIPPING! } as const;
  for (let start = 1; ; start += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (start === mostStarts) throw error;
    }
  }
}
