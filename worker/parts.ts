import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import pLimit from 'p-limit';
import { Registry } from 'prom-client';
import { KnownStandings } from '../activities/authority/known-standings.ts';
import { TurnsUnderWay } from '../activities/conversation/turns-under-way.ts';
import { createIdentities } from '../activities/identities.ts';
import type { Parts } from '../activities/parts.ts';
import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import { createBulkMailer, createMailer } from '../adapters/mail/mailer.ts';
import { createWorkMetrics } from '../adapters/metrics/work-metrics.ts';
import { createWire, hostAndPort } from '../adapters/mutual-tls/wire.ts';
import { createDeliverer } from '../adapters/outbound/deliver.ts';
import { createRenderer } from '../adapters/rendering/renderer.ts';
import { readPack, SchemaFamilyMissing } from '../adapters/schemas/packs.ts';
import { createValidators } from '../adapters/schemas/validator.ts';
import type { Env } from '../config/env.ts';
import type { Logger } from '../config/logger.ts';
import type { Orm } from '../config/orm.ts';
import { readLawTables } from '../config/rates.ts';
import { version } from '../config/version.ts';
import { rootSchemaOf, schemaFamilies } from '../domain/document-types.ts';
import { returnPathOf } from '../domain/documents/mails/return-path.ts';
import { type MasterKey, masterKey } from '../domain/seal.ts';
import { movedSefin } from '../domain/sefin/authority.ts';

/**
 * How many steps run at once (`Parts.steps`): they compute or only touch our database, and more of them than the cores can carry would delay each
 * other and all other work.
 */
const stepsAtOnce = 4 * availableParallelism();

/** Larger than any answer of the authority. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Printing deadline of closings: longer than that of requests, because no person waits for their PDFs, and they wait for each other's. */
const printingMs = 120_000;

/** The parts that activities work with, made from the settings of the process; their counters go into `registry`. */
export function createParts(env: Env, orm: Orm, logger: Logger, registry = new Registry()): Parts {
  const sealing = masterKey(env.masterKeyBytes());
  return {
    orm,
    masterKey: sealing,
    rates: readLawTables(env),
    identities: createIdentities(sealing),
    wire: createWire({
      caBundle: env.caBundleFile && readFileSync(env.caBundleFile, 'utf8'),
      address: env.authorityAddress === undefined ? undefined : hostAndPort(env.authorityAddress),
      timeoutMs: env.authorityTimeoutMs,
      maxAnswerBytes,
      moved: movedSefin(env.sefinHomologationUrl),
    }),
    validatorOn: createValidators(packs(env)),
    deliverer: createDeliverer({ ...env.webhooks, logger }),
    mailer: env.mail && createMailer(env.mail),
    documentMailer: env.mail && createBulkMailer(env.mail),
    returnPathOf: returnsTo(env, sealing),
    blobs: openBlobs(env.blobs),
    closingRetentionDays: env.closingRetentionDays,
    renderer: env.chromium ? createRenderer({ executablePath: env.chromium, timeoutMs: printingMs, logger }) : null,
    publicUrl: env.publicUrl,
    panelUrl: env.panelUrl,
    steps: pLimit(stepsAtOnce),
    turns: new TurnsUnderWay(),
    standings: new KnownStandings(),
    statusPaceMs: env.statusPaceSeconds * 1000,
    monthlyComparison: env.monthlyComparison,
    distributionWaitSeconds: env.distributionWaitSeconds,
    logger,
    metrics: createWorkMetrics(registry),
    now: () => new Date(),
    chance: Math.random,
    version,
  };
}

function returnsTo({ bounces }: Env, sealing: MasterKey): Parts['returnPathOf'] {
  return bounces && ((mailId) => returnPathOf(sealing, bounces.mailbox, mailId));
}

function packs({ schemas }: Env) {
  if (!schemas) throw new Error('set LAVRA_SCHEMAS to the folder of a schema pack (lavra schemas list)');
  return schemas.split(delimiter).filter(Boolean).map(readPack);
}

/** Compiles the schemas by which documents of today are checked, ahead of the first document; logs a family that no installed pack has. */
export function compileSchemas({ validatorOn, logger }: Pick<Parts, 'validatorOn' | 'logger'>): void {
  for (const family of schemaFamilies) {
    try {
      validatorOn(family, new Date()).compile(rootSchemaOf[family]);
    } catch (error) {
      if (!(error instanceof SchemaFamilyMissing)) throw error;
      logger.warn(error.message);
    }
  }
}
