import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { asOperatorKey, type Operator, operating } from '../in-company.ts';

/** A request that its caller may repeat: its `Idempotency-Key`, and the fingerprint of its content. */
export type RepeatableRequest = { key: string; fingerprint: string };

/** What is stored about a finished request: the id of what it changed or created, and the answer that a repetition gets. Never a secret. */
export type KeptResult<Answer = unknown> = { id: string | null; told: Answer | null };

/**
 * Does `work` in the transaction of `em`, once for the request: a repetition waits at its beginning while the first is under way, and the result is
 * stored in the same commit.
 */
export type DoOnce<Answer> = <Result>(
  em: EntityManager,
  work: () => Promise<Result>,
  keep: (result: Result) => Partial<KeptResult<Answer>>,
) => Promise<Result>;

/** The outcome of a request: what it did, or for a repetition what was done before. */
export type ActOutcome<Made, Repeated = Made> = { made: Made } | { replayed: Repeated };

/** Thrown where another request with the same key came first; it rolls back the transaction of this one. */
class Outrun extends Error {}

/**
 * Acts once for one `Idempotency-Key`, however many requests come at once and wherever the process dies. The key and the act are one commit; a
 * repetition gets the result of the first request.
 *
 * @param repeatable null where the request has no `Idempotency-Key`
 * @param act acts in one transaction, in which it calls `once`; its `release` frees the key within a transaction that undoes the act
 * @param again gives the result for a repetition; null where what was made is gone
 * @throws DomainError `idempotency_key_mismatch` where the content differs; `not_found` where what was made is gone
 */
export async function actOnce<Answer, Made, Repeated = Made>(
  orm: Orm,
  operator: Operator,
  repeatable: RepeatableRequest | null,
  {
    act,
    again,
  }: {
    act: (once: DoOnce<Answer>, release: (em: EntityManager) => Promise<void>) => Promise<Made>;
    again: (kept: KeptResult<Answer>) => Promise<Repeated | null>;
  },
): Promise<ActOutcome<Made, Repeated>> {
  if (repeatable === null)
    return {
      made: await act(
        (_em, work) => work(),
        async () => {},
      ),
    };
  const request = { ...repeatable, operator };
  const earlier = () => operating(orm, operator, null, (em) => findRequest<Answer>(em, request));
  const replay = async (row: KeptResult<Answer> & { fingerprint: string }): Promise<{ replayed: Repeated }> => {
    if (row.fingerprint !== repeatable.fingerprint) throw mismatch();
    const replayed = await again(row);
    if (replayed === null) throw gone();
    return { replayed };
  };
  const known = await earlier();
  if (known) return replay(known);
  const once: DoOnce<Answer> = async (em, work, keep) => {
    await claim(em, request);
    const result = await work();
    await settle(em, request, keep(result));
    return result;
  };
  try {
    return { made: await act(once, (em) => forget(em, request)) };
  } catch (error) {
    if (!(error instanceof Outrun)) throw error;
    const winner = await earlier();
    if (!winner) throw error;
    return replay(winner);
  }
}

/** Stores, within the transaction that creates something, that this request has created it. */
export type WriteClaim = (em: EntityManager, resourceId: string) => Promise<void>;

/**
 * As `actOnce`, for a request that creates something which is found again by its id.
 *
 * @param make creates it in one transaction, in which it calls `claim` with the id
 * @param find reads what was created before, in its present state; null where it is gone
 */
export function onceFor<Made, Repeated>(
  orm: Orm,
  operator: Operator,
  repeatable: RepeatableRequest | null,
  {
    make,
    find,
  }: { make: (claim: WriteClaim) => Promise<Made>; find: (resourceId: string) => Promise<Repeated | null> },
): Promise<ActOutcome<Made, Repeated>> {
  return actOnce<null, Made, Repeated>(orm, operator, repeatable, {
    act: (once) =>
      make((em, id) =>
        once(
          em,
          async () => {},
          () => ({ id }),
        ),
      ),
    again: async ({ id }) => (id === null ? null : find(id)),
  });
}

/** As `actOnce`, for a request that only answers something: a repetition gets the same answer, which is kept as `told`. */
export async function answerOnce<Answer extends object>(
  orm: Orm,
  operator: Operator,
  repeatable: RepeatableRequest | null,
  act: Parameters<typeof actOnce<Answer, Answer>>[3]['act'],
): Promise<ActOutcome<Answer>> {
  return actOnce<Answer, Answer>(orm, operator, repeatable, { act, again: async ({ told }) => told });
}

type Request = RepeatableRequest & { operator: Operator };

async function findRequest<Answer>(em: EntityManager, { operator, key }: Request) {
  const [row] = await em.execute<(KeptResult<Answer> & { fingerprint: string })[]>(
    `select fingerprint, resource_id as id, answer as told from operator_request where key_id = ? and idempotency_key = ?`,
    [operator.keyId, key],
  );
  return row ?? null;
}

/** Stores the key of a request. Waits while a request with the same key is under way. @throws Outrun where that one committed */
function claim(em: EntityManager, { operator, key, fingerprint }: Request): Promise<void> {
  return asOperatorKey(em, operator, async () => {
    const written = await em.execute<unknown[]>(
      `insert into operator_request (key_id, idempotency_key, fingerprint, created_at) values (?, ?, ?, now())
       on conflict do nothing returning key_id`,
      [operator.keyId, key, fingerprint],
    );
    if (written.length === 0) throw new Outrun();
  });
}

function settle(
  em: EntityManager,
  { operator, key }: Request,
  { id = null, told = null }: Partial<KeptResult>,
): Promise<void> {
  return asOperatorKey(em, operator, async () => {
    await em.execute(
      'update operator_request set resource_id = ?, answer = ?::jsonb where key_id = ? and idempotency_key = ?',
      [id, told === null ? null : JSON.stringify(told), operator.keyId, key],
    );
  });
}

function forget(em: EntityManager, { operator, key }: Request): Promise<void> {
  return asOperatorKey(em, operator, async () => {
    await em.execute('delete from operator_request where key_id = ? and idempotency_key = ?', [operator.keyId, key]);
  });
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
