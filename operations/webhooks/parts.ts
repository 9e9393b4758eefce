import type { Deliverer } from '../../adapters/outbound/deliver.ts';
import type { GuardOptions } from '../../adapters/outbound/guard.ts';
import type { MasterKey } from '../../domain/seal.ts';

/** What the operations on endpoints work with. */
export type WebhookParts = {
  masterKey: MasterKey;
  /** Sends the ping of a registration. */
  deliverer: Deliverer;
  /** Which URLs may be registered. */
  guard: GuardOptions;
};
