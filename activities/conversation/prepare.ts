import { LockMode } from '@mikro-orm/core';
import { type EntityManager } from '../../config/orm.ts';
import type { Mend } from '../../domain/conversation/progress.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Transaction } from '../../operations/outbox.ts';
import type { SigningIdentity } from '../identities.ts';
import type { Parts } from '../parts.ts';
import { transacted } from '../wake.ts';
import { inLines, LocalRejection } from './local-rejection.ts';
import type { Explain, Speaker } from './matter.ts';
import { retryHint, orWaitForMend } from './repeated-fault.ts';

/** The outcome of preparing an attempt; `notOurs`: it is no longer the open attempt of its row. */
export type Prepared<End, Facts = object> =
  { kind: 'notOurs' } | { kind: 'rejected'; end: End } | ({ kind: 'ready' } & Facts) | Mend;

/** How a document, event or range is prepared for its conversation. */
export type Preparation<Row, End, Facts = object> = {
  /** Claims and locks the row of an open attempt; null where the attempt is over. */
  claim: (em: EntityManager, id: string, attempt: number) => Promise<Row | null>;
  /**
   * Builds, signs, checks and keeps what is to be sent, unless that was done before.
   *
   * @returns facts for the workflow
   * @throws LocalRejection
   */
  sign: (em: EntityManager, row: Row, parts: Parts) => Promise<Facts>;
  /** Writes, where people read it, what an open attempt waits for. */
  explain: Explain;
  /** Ends an attempt for which nothing was sent. */
  refuse: (tx: Transaction, row: Row, reason: string) => Promise<End>;
};

/** Options to claim a row: locked, with the XML that was signed before. */
export const lockWithSignedXml = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['signedXml'] } as const;

/**
 * Makes an attempt ready and commits it before anything is sent (invariant 2). Repeating it changes nothing: an attempt that is prepared stays
 * as it is, and one that is over is left alone.
 */
export function prepare<Row, End, Facts>(
  parts: Parts,
  preparation: Preparation<Row, End, Facts>,
  id: string,
  attempt: number,
): Promise<Prepared<End, Facts>> {
  const explain = (reason: string) => preparation.explain(acrossCompanies(parts.orm), id, attempt, reason);
  return orWaitForMend(parts, { doing: 'na preparação', sooner: retryHint, explain }, () =>
    prepared(parts, preparation, id, attempt),
  );
}

async function prepared<Row, End, Facts>(
  parts: Parts,
  { claim, sign, refuse }: Preparation<Row, End, Facts>,
  id: string,
  attempt: number,
): Promise<Prepared<End, Facts>> {
  try {
    return await transacted(parts, async ({ em }) => {
      const row = await claim(em, id, attempt);
      return row ? { kind: 'ready', ...(await sign(em, row, parts)) } : { kind: 'notOurs' };
    });
  } catch (error) {
    if (!(error instanceof LocalRejection)) throw error;
    const { message } = error;
    return transacted(parts, async (tx) => {
      const row = await claim(tx.em, id, attempt);
      return row ? { kind: 'rejected', end: await refuse(tx, row, message) } : { kind: 'notOurs' };
    });
  }
}

/**
 * The identity that signs an event or a range.
 *
 * @throws LocalRejection where the company has no valid certificate
 */
export async function validIdentity(
  em: EntityManager,
  { certificateId }: Pick<Speaker, 'certificateId'>,
  { identities }: Parts,
): Promise<SigningIdentity> {
  const identity = certificateId === null ? null : await identities.byId(em, certificateId);
  if (identity && identity.notAfter > new Date()) return identity;
  throw new LocalRejection(
    'A empresa não tem certificado A1 válido. Cadastre um com "lavra certificate add" e tente de novo.',
  );
}

/** @throws LocalRejection with all faults of the schema, where there are any */
export function refuseFaults(faults: { path: string; message: string }[]): void {
  if (faults.length > 0) throw new LocalRejection(inLines(faults));
}
