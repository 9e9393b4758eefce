import type { Environment } from '../companies/settings.ts';
import type { Model } from '../document-types.ts';

/** How the service of an authorizer stands: 107, not answering or 108 and 109, and of an SVC 113 and 114. */
export const standings = ['OPEN', 'SHUT', 'CLOSING', 'OFF'] as const;
export type Standing = (typeof standings)[number];

/**
 * A service that is judged as one: an authorizer by its portal's name (`SP`, `SVRS`, `SVC-AN`), in an environment, for a model. An SVC is
 * switched on state by state: `state` is that of its issuers there, and '' at every other authorizer.
 */
export type JudgedService = { authorizer: string; environment: Environment; model: Model; state: string };

/** Whether something may be sent there: an SVC that is being switched off still takes what is under way. */
export const isTaking = (standing: Standing): boolean => standing === 'OPEN' || standing === 'CLOSING';
