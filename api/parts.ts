import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import type { Metrics } from '../http/metrics.ts';
import type { BackgroundStarts } from '../http/runs/background-starts.ts';
import type { PortalSetting } from '../operations/accounts/portal-links.ts';
import type { CallLog } from '../operations/calls/call-log.ts';
import type { ClosingParts } from '../operations/closings/store.ts';
import type { PoolWatch } from '../operations/figures/pool.ts';
import type { WebhookParts } from '../operations/webhooks/endpoints.ts';
import type { DemoKeys } from '../site/try-form.ts';

/** What the API works with, made once per process. */
export type ApiParts = WebhookParts &
  ClosingParts & {
    temporal: Client;
    /** Starts emissions after the response; by default the app makes its own. `server.ts` passes one that it waits for at the end. */
    starts?: BackgroundStarts;
    /** How many steps of requests may wait for the database before further requests are refused. */
    lineAtMost?: number;
    /** Tells whether the database pool still gives out connections; unchecked where absent. */
    pool?: PoolWatch;
    /** Lavra's version, as `/health` has it; the contract has a version of its own. */
    version: string;
    /** The tables of rates and first days that laws change, for totals and previews. */
    rates: LawTables;
    /** Prints HTML as PDF; where prints wait, their owners take turns. */
    renderer: { pdf(html: string, owner: string): Promise<Uint8Array> };
    /** How long a request waits for the authority; 25 seconds by default. */
    patienceMs?: number;
    /** Where callers reach this server, for links; by default the host of the request. */
    publicUrl?: string | undefined;
    /** Address of the panel, and the origins to which its portal links may lead back; by default this machine, and none. */
    portal?: PortalSetting;
    /** Origins whose pages may call the API from a browser; none by default. */
    corsOrigins?: readonly string[];
    /** After how long without a byte taken a long download is cut; ten minutes by default. */
    stalledAfterMs?: number;
    /** Seconds to leave a source of received documents alone once it has nothing more; an hour by default. */
    distributionWaitSeconds?: number;
    /** Keys to fill in the reference at `/docs` with; in local mode only. */
    demoKeys?: DemoKeys | undefined;
    logger: Logger;
    /** Keeps calls for the panel's page of calls, after they are answered; by default none are kept. */
    calls?: CallLog | undefined;
    /** Counts requests; absent where no metrics are served. */
    requestMetrics?: Metrics;
    /** Aborted when the process is told to stop: `/health/ready` fails from then on, and responses close their connections. */
    stopping: AbortSignal;
    /** Aborted a while after `stopping`: ends responses that are still streaming. */
    cut?: AbortSignal;
  };
