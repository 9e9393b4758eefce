import { DefaultLogger, makeTelemetryFilterString } from '@temporalio/worker';
import type { Logger } from '../config/logger.ts';

/** What the SDK says at the start of every worker that takes activities alone, at WARN and whatever is set: ours are meant so. */
const meant = 'No workflows registered, not polling for workflow tasks';

/** Where the SDK logs: its warnings become lines of our log. */
export function temporalLog(logger: Logger): DefaultLogger {
  return new DefaultLogger('WARN', ({ level, message, meta }) =>
    logger.log(message === meant ? 'debug' : level.toLowerCase(), message, meta),
  );
}

/** The warnings of its native part go the same way. */
export const nativeLog = { filter: makeTelemetryFilterString({ core: 'WARN' }), forward: {} };
