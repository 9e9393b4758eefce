import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { logFields, type LogFields } from '../telemetry/log-fields.ts';
import { logFieldsHeader } from './names.ts';

/**
 * Gives each run that is about one thing the id of the request that caused it. Actors, which a signal starts, serve many requests and get
 * none.
 */
export const carryLogFields: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, headers: { ...input.headers, ...headerOf(logFields()) } }),
};

function headerOf({ requestId }: LogFields): Headers {
  return requestId === undefined ? {} : { [logFieldsHeader]: defaultPayloadConverter.toPayload({ requestId }) };
}

/** The log fields that a run carries for its activities. */
export function carriedLogFields({ [logFieldsHeader]: carried }: Headers): LogFields {
  return carried ? defaultPayloadConverter.fromPayload<Pick<LogFields, 'requestId'>>(carried) : {};
}
