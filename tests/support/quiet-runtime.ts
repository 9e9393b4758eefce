import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Lets Temporal's runtime log errors only. */
export function quietRuntime(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
}
