import type { buyerErp } from './buyer-erp.ts';
import type { erp } from './erp.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** What a scene plays with: the API as ERPs call it, a receiver of webhooks, and how it tells and keeps what it did. */
export type Stage = {
  /** Of the demo company, which sells. */
  client: ReturnType<typeof erp>;
  /** Of the company that buys from it. */
  buyer: ReturnType<typeof buyerErp>;
  /** Where the API answers. */
  api: string;
  /** The simulated authority's control API. */
  control: string;
  /** The folder of the mails that were sent. */
  mail: string;
  /** The database by its owner's login, for what an operator does. */
  database: string;
  receiver: WebhookReceiver;
  /** Tells what was done, with the time that it took. */
  step: (what: string) => void;
  /** Tells how a wait goes on, until the next step. */
  progress: (what: string) => void;
  keep: (name: string, content: Buffer | string) => Promise<void>;
};
