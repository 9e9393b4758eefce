import table from '../../tables/endpoints.json' with { type: 'json' };
import { z } from 'zod';

const environments = { PRODUCTION: 1, HOMOLOGATION: 2 } as const;
const states: Readonly<Record<string, number>> = table.cUF;

/** Names of the authorizers, as in the published table. */
export const authorizerNames = [...new Set([...Object.keys(table.model55), ...Object.keys(table.model65)])];

/** The parts of an authorizer that something can be set for; without any of them it holds for all. */
export const part = {
  model: z.enum(['55', '65']).optional(),
  environment: z.enum(['PRODUCTION', 'HOMOLOGATION']).optional(),
};

/** Name of a state. */
export const stateName = z.enum(Object.keys(table.cUF));

/** What something was set for. */
export type Scope = {
  authorizer: string;
  model?: '55' | '65' | undefined;
  environment?: keyof typeof environments | undefined;
  /** Only the issuers of this state. */
  state?: string | undefined;
};

/** What a message is for; its state is not always known. */
export type Place = { authorizer: string; model: 55 | 65; environment: 1 | 2; cUF?: number | undefined };

/** Whether what was set for a scope holds at a place. */
export function covers({ authorizer, model, environment, state }: Scope, place: Place): boolean {
  return (
    authorizer === place.authorizer &&
    (model === undefined || Number(model) === place.model) &&
    (environment === undefined || environments[environment] === place.environment) &&
    (state === undefined || states[state] === place.cUF)
  );
}
