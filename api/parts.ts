import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import type { LawTables } from '../domain/taxation/law-tables.ts';
import type { Metrics } from '../http/metrics.ts';
import type { StartsBehind } from '../http/runs/starts-behind.ts';
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
    /** What begins runs behind answers; one of the API's own unless the process waits for it at its end. */
    starts?: StartsBehind;
    /** How many steps of requests may wait for the database before others are told to come again. */
    lineAtMost?: number;
    /** Whether work still gets connections to the database; nobody looks unless it is given. */
    pool?: PoolWatch;
    /** Lavra's own, as `/health` tells it; the contract has another. */
    version: string;
    /** Rates that laws change, for totals and previews. */
    rates: LawTables;
    /** Draws a page of HTML as PDF; owners take turns where pages wait. */
    renderer: { pdf(html: string, owner: string): Promise<Uint8Array> };
    /** How long a request waits for the authority: 25 seconds unless it is given. */
    patienceMs?: number;
    /** Where callers reach this server, for links; what a request was sent to unless it is given. */
    publicUrl?: string | undefined;
    /** Where the panel is, and which systems its portal links may lead back to; on this machine, and none, unless it is given. */
    portal?: PortalSetting;
    /** Origins whose pages may call the API from a browser; none unless they are given. */
    corsOrigins?: readonly string[];
    /** After how long without a byte taken a long download is cut: ten minutes unless it is given. */
    stalledAfterMs?: number;
    /** How long a source of received documents wants to be left alone once there is nothing more: an hour unless it is given. */
    distributionWaitSeconds?: number;
    /** Fill in the reference at `/docs`, for local mode alone. */
    demoKeys?: DemoKeys | undefined;
    logger: Logger;
    /** Keeps calls for the panel's page of them, behind their answers; nothing is kept unless it is given. */
    calls?: CallLog | undefined;
    /** Counts requests, where somebody looks at it. */
    requestMetrics?: Metrics;
    /** Aborted when the process is told to stop: readiness ends, and connections with it. */
    stopping: AbortSignal;
    /** Aborted a while after `stopping`: responses that are still streaming end. */
    cut?: AbortSignal;
  };
