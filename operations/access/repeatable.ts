import type { EntityManager, Orm } from '../../config/orm.ts';
import { OperatorRequest } from '../../domain/access/operator-key.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { type Operator, operating } from '../in-company.ts';

/** A creation as its caller may repeat it: the key that it names, and what tells it from others. */
export type RepeatableCreation = { key: string; fingerprint: string };

/** Writes down, within the transaction that makes something, that this request has made it. */
export type Claim = (em: EntityManager, resourceId: string) => Promise<void>;

/** Another request with the same key was quicker, so that what this one made goes with its transaction. */
class Outrun extends Error {}

/**
 * Makes something once for one `Idempotency-Key`, however many requests come at once: who comes second finds what the first one made.
 *
 * @param repeatable null for one that nobody repeats
 * @param make makes it in one transaction, in which it calls `claim` with its id
 * @param find reads what was made before; null where it is gone
 * @throws DomainError `idempotency_key_mismatch` for another content; `not_found` where what was made is gone
 */
export async function onceFor<Made, Found>(
  orm: Orm,
  operator: Operator,
  repeatable: RepeatableCreation | null,
  { make, find }: { make: (claim: Claim) => Promise<Made>; find: (resourceId: string) => Promise<Found | null> },
): Promise<{ made: Made } | { replayed: Found }> {
  if (repeatable === null) return { made: await make(async () => {}) };
  const { key: idempotencyKey, fingerprint } = repeatable;
  const request = { key: operator.keyId, idempotencyKey };
  const earlier = () => operating(orm, operator, null, (em) => em.findOne(OperatorRequest, request));
  const replay = async (kept: OperatorRequest): Promise<{ replayed: Found }> => {
    if (kept.fingerprint !== fingerprint) throw mismatch();
    const replayed = await find(kept.resourceId);
    if (replayed === null) throw gone();
    return { replayed };
  };
  const kept = await earlier();
  if (kept) return replay(kept);
  try {
    return { made: await make((em, resourceId) => claim(em, { ...request, fingerprint, resourceId })) };
  } catch (error) {
    if (!(error instanceof Outrun)) throw error;
    const winner = await earlier();
    if (!winner) throw error;
    return replay(winner);
  }
}

/** What has come of an act: what it did, or what an earlier request did, as it is now. */
export type Outcome<Result> = { result: Result; isReplay: boolean };

/**
 * The same for what is more than one transaction, as telling a run or writing to both sides of a link: that it is done is written down after it, so that
 * it is done again where the process dies in between. It is for what may be.
 *
 * @param idOf id of what it was done to, by which `find` reads it again
 */
export async function onceDone<Result>(
  orm: Orm,
  operator: Operator,
  repeatable: RepeatableCreation | null,
  {
    act,
    idOf,
    find,
  }: {
    act: () => Promise<Result>;
    idOf: (result: Result) => string;
    find: (resourceId: string) => Promise<Result | null>;
  },
): Promise<Outcome<Result>> {
  const outcome = await onceFor(orm, operator, repeatable, {
    make: async (claim) => {
      const result = await act();
      if (repeatable) await operating(orm, operator, null, (em) => claim(em, idOf(result)));
      return result;
    },
    find,
  });
  return 'made' in outcome ? { result: outcome.made, isReplay: false } : { result: outcome.replayed, isReplay: true };
}

/** Waits for a request under way with the same key. */
async function claim(
  em: EntityManager,
  row: Pick<OperatorRequest, 'key' | 'idempotencyKey' | 'fingerprint' | 'resourceId'>,
): Promise<void> {
  const written = await em.execute<unknown[]>(
    `insert into operator_request (key_id, idempotency_key, fingerprint, resource_id, created_at)
     values (?, ?, ?, ?, now()) on conflict do nothing returning key_id`,
    [row.key, row.idempotencyKey, row.fingerprint, row.resourceId],
  );
  if (written.length === 0) throw new Outrun();
}

function mismatch(): DomainError {
  const message =
    'Esta Idempotency-Key já foi usada em outro pedido. Use outra chave, ou repita o mesmo pedido com o mesmo corpo.';
  return new DomainError('idempotency_key_mismatch', message);
}

function gone(): DomainError {
  const message = 'O que este pedido criou já foi removido. Para criar de novo, use outra Idempotency-Key.';
  return new DomainError('not_found', message);
}
