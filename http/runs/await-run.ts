import { type AuthorityKind, startingName } from '../../domain/authority-names.ts';
import { AuthorityRejected, DomainError, type RefusalCode } from '../../domain/errors.ts';
import { neverSent } from '../../operations/withdraw.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';

const usualPatienceMs = 25_000;

/** Until when (ms since 1970) a request that begins now waits for the authority; the run goes on after that. */
export function endOfPatience({ patienceMs = usualPatienceMs }: { patienceMs?: number | undefined }): number {
  return Date.now() + patienceMs;
}

/** A run that a request waits for. The row that it is about is committed already. */
export type Run<End> = {
  /** Starts the run, or finds it under way. */
  start(): Promise<void>;
  /** Takes the row back unless a run has claimed it. Returns whether it did. */
  withdraw(): Promise<boolean>;
  /** Result of the run; null when it has not ended within `patienceMs`. */
  end(patienceMs: number): Promise<End | null>;
};

/**
 * Starts a run and waits for its end until `until` (ms since 1970); null when it has not ended by then.
 *
 * @throws DomainError `service_unavailable` where the queue did not take the run, and nothing will be sent
 */
export async function startAndAwait<End>(run: Run<End>, until: number): Promise<End | null> {
  try {
    await run.start();
  } catch (error) {
    if (!(error instanceof TemporalUnavailable)) throw error;
    // Temporal may have started the run although its answer was lost: then the row was claimed, and the request waits.
    const message = `${neverSent} Tente de novo em instantes.`;
    if (await run.withdraw()) throw new DomainError('service_unavailable', message, { cause: error });
  }
  return run.end(Math.max(0, until - Date.now()));
}

/**
 * The error of a request that has waited long enough.
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

/** The error of a request whose run ended in a refusal: the authority's, with the code for what was asked, or what kept us from asking. */
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
