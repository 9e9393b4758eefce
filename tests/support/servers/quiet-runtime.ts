import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

let isQuiet = false;

/** Lets Temporal's runtime log errors only, in this process, which may run further test files. */
export function quietRuntime(): void {
  if (isQuiet) return;
  isQuiet = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
}
