import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { asOperatorKey, type Operator, operating } from '../in-company.ts';

/** A request as its caller may repeat it: the key that it names, and what tells it from others. */
export type RepeatableRequest = { key: string; fingerprint: string };

/** What is written down of an act: the id of what it was done to or made, and what a repetition is told besides. Never a secret. */
export type KeptResult<Answer = unknown> = { id: string | null; told: Answer | null };

/**
 * Does `work` in the transaction of `em` once for the request: a repetition under way waits before it does anything, and what came of it is written down in
 * the same commit.
 */
export type DoOnce<Answer> = <Result>(
  em: EntityManager,
  work: () => Promise<Result>,
  keep: (result: Result) => Partial<KeptResult<Answer>>,
) => Promise<Result>;

/** What has come of an act: what it did, or what a repetition is told. */
export type ActOutcome<Made, Repeated = Made> = { made: Made } | { replayed: Repeated };

/** Another request with the same key was quicker, so that what this one began goes with its transaction. */
class Outrun extends Error {}

/**
 * Acts once for one `Idempotency-Key`, however many requests come at once, and wherever the process dies: claim and act are one commit, and who comes
 * second is told what came of the first.
 *
 * @param repeatable null for one that nobody repeats
 * @param act acts in one transaction, in which it calls `once`
 * @param again what a repetition is told; null where it is gone
 * @param release frees the key within a transaction that takes the act back
 * @throws DomainError `idempotency_key_mismatch` for another content; `not_found` where what was made is gone
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

/** Writes down, within the transaction that makes something, that this request has made it. */
export type WriteClaim = (em: EntityManager, resourceId: string) => Promise<void>;

/**
 * The same for what is made and found again by its id.
 *
 * @param make makes it in one transaction, in which it calls `claim` with its id
 * @param find reads what was made before, as it is now; null where it is gone
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

/** The same for what only says something: a repetition is told the same. `told` of what is kept is that answer. */
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

/** Waits for a request under way with the same key. */
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
