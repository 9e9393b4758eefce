import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { trail, type Trail } from '../telemetry/trail.ts';
import { trailHeader } from './names.ts';

/**
 * Gives each run that is about one thing the id of the request that caused it. Actors, which a signal starts, serve many requests and get
 * none.
 */
export const carryTrail: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, headers: { ...input.headers, ...headerOf(trail()) } }),
};

function headerOf({ requestId }: Trail): Headers {
  return requestId === undefined ? {} : { [trailHeader]: defaultPayloadConverter.toPayload({ requestId }) };
}

/** The trail that a run carries for its activities. */
export function carriedTrail({ [trailHeader]: carried }: Headers): Trail {
  return carried ? defaultPayloadConverter.fromPayload<Pick<Trail, 'requestId'>>(carried) : {};
}
