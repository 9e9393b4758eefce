import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

let isQuiet = false;

/** Makes Temporal's runtime in this process log errors only; further test files may run in the process. */
export function quietRuntime(): void {
  if (isQuiet) return;
  isQuiet = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
}
