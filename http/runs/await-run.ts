import { type AuthorityKind, startingName } from '../../domain/authority-names.ts';
import { AuthorityRejected, DomainError, type RefusalCode } from '../../domain/errors.ts';
import { neverSent } from '../../operations/withdraw.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';

const usualPatienceMs = 25_000;

/** Until when (epoch) a request that begins now waits for the authority; what takes longer goes on without it. */
export function endOfPatience({ patienceMs = usualPatienceMs }: { patienceMs?: number | undefined }): number {
  return Date.now() + patienceMs;
}

/** A run that a request waits for; the row that it is about is committed already. */
export type Run<End> = {
  /** Starts it, or finds it under way. */
  start(): Promise<void>;
  /** Takes the row back unless a run has claimed it. Returns whether it did. */
  withdraw(): Promise<boolean>;
  /** Its end; null when there is none within `patienceMs`. */
  end(patienceMs: number): Promise<End | null>;
};

/**
 * Starts a run and waits for its end until a moment (epoch); null when there is none by then.
 *
 * @throws DomainError `service_unavailable` where the queue did not take it, and nothing will be sent
 */
export async function startAndAwait<End>(run: Run<End>, until: number): Promise<End | null> {
  try {
    await run.start();
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    // A workflow may have got the message all the same.
    const message = `${neverSent} Tente de novo em instantes.`;
    if (await run.withdraw()) throw new DomainError('service_unavailable', message, { cause: error });
  }
  return run.end(Math.max(0, until - Date.now()));
}

/**
 * The error of a request whose patience is over.
 *
 * @param waited what the run waits for, as the row says it
 */
export function patienceIsOver(
  authority: AuthorityKind,
  what: string,
  waited: string | null | undefined,
  next: string,
): DomainError {
  const reason = waited ? ` ${waited.replace(/\.$/, '')}.` : '';
  return new DomainError(
    'authority_unavailable',
    `${startingName(authority)} ainda não respondeu (${what}).${reason} ${next}`,
  );
}

/** A refusal as the API returns it: the authority's, by the code of what was asked of it, or what kept us from asking. */
export function runRefusal(
  authority: AuthorityKind,
  { cStat, reason }: { cStat: string | null; reason: string | null },
  of: { code?: RefusalCode | undefined; tpEvento?: string } = {},
): DomainError {
  if (cStat) {
    const { code, tpEvento } = of;
    const what = { ...(code && { code }), ...(tpEvento && { tpEvento }) };
    return new AuthorityRejected(authority, cStat, reason ?? 'sem motivo informado', what);
  }
  return new DomainError('certificate_missing', reason ?? 'O pedido não pôde ser assinado.');
}
