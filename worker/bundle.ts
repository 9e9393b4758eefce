import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from '@temporalio/worker';

/** The package's own: spans of workflows. */
const tracing = '@temporalio/interceptors-opentelemetry-v2/lib/workflow-interceptors.js';

/** The workflows' code with what surrounds each run, made once for all queues; with the code that makes spans only where traces are on. */
export function bundleWorkflows({ isTraced = false } = {}): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: beside('index'),
    workflowInterceptorModules: [
      ...(isTraced ? [fileURLToPath(import.meta.resolve(tracing))] : []),
      beside('carried-headers'),
    ],
    logger: new DefaultLogger('ERROR'),
  });
}

/** A module of the workflows: `.ts` when run from source, `.js` from the build. */
function beside(name: string): string {
  return fileURLToPath(new URL(`../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
}
