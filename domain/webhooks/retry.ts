/** Attempts in one round, with short pauses. When the last one fails, the delivery becomes FAILED (docs/webhooks.md). */
export const attemptsOfRound = 5;
/** Attempts in all, after which none is made automatically. */
export const maxAttempts = 20;

/** Seconds between the attempts of a round. */
const roundSteps = [2, 4, 8, 16];
/** Minutes between the later attempts, by how many were made in all; together 24 hours. */
const laterSteps = [5, 8, 12, 17, 25, 35, 50, 65, 85, 110, 135, 165, 200, 240, 288];
/** The part of a step by which chance shortens or lengthens it, so that deliveries that failed together are not retried together. */
const jitter = 0.2;
/** Statuses with which `Retry-After` is about the receiver's load. */
const overloaded: (number | null)[] = [429, 503];

/** Attempts made, the failed one included: in all, and in the round, which began when the delivery last became PENDING. */
export type AttemptsMade = { attempts: number; roundAttempts: number };

/** When the attempt ended, its answer, and a random number in [0, 1). */
export type FailedAttempt = {
  endedAt: Date;
  responseStatus: number | null;
  retryAfterSeconds: number | null;
  chance: number;
};

/** `nextAttemptAt` is null when no automatic attempt is left. */
export type AfterFailure = { status: 'PENDING' | 'FAILED'; nextAttemptAt: Date | null };

/**
 * The state of a delivery after a failed attempt. A round goes on to its end even beyond twenty attempts in all, because a person asked for it. After
 * the round, attempts follow with growing steps, until there are twenty in all.
 */
export function afterFailure(made: AttemptsMade, attempt: FailedAttempt): AfterFailure {
  const isRoundOver = made.roundAttempts >= attemptsOfRound;
  const step = isRoundOver ? laterStepSeconds(made.attempts) : roundSteps[made.roundAttempts - 1];
  return {
    status: isRoundOver ? 'FAILED' : 'PENDING',
    nextAttemptAt: step === undefined ? null : new Date(attempt.endedAt.getTime() + waitMs(step, attempt)),
  };
}

function laterStepSeconds(attempts: number): number | undefined {
  const minutes = attempts < maxAttempts ? laterSteps[attempts - attemptsOfRound] : undefined;
  return minutes === undefined ? undefined : minutes * 60;
}

/**
 * The wait after a failed attempt: for an overloaded receiver the `Retry-After`, limited to one to two times the step; otherwise the step with
 * jitter.
 */
function waitMs(stepSeconds: number, { responseStatus, retryAfterSeconds, chance }: FailedAttempt): number {
  const isAsked = retryAfterSeconds !== null && overloaded.includes(responseStatus);
  const seconds = isAsked
    ? Math.min(Math.max(retryAfterSeconds, stepSeconds), 2 * stepSeconds)
    : stepSeconds * (1 - jitter + 2 * jitter * chance);
  return Math.round(seconds * 1000);
}

/** So many consecutive failed deliveries deactivate their endpoint (docs/webhooks.md). */
export const failuresToDeactivate = 5;

/**
 * Why an endpoint was deactivated, in a sentence for its owner; `error` is why the last delivery failed, in Portuguese. An office cannot activate an
 * endpoint again.
 */
export function deactivationReason(error: string | null, owner: 'COMPANY' | 'OFFICE'): string {
  const last = error === null ? '' : ` Última falha: ${error}`;
  const mend = owner === 'COMPANY' ? '' : ' Para voltar a receber, remova este webhook e cadastre outro.';
  return `Desativado após ${failuresToDeactivate} entregas consecutivas com falha.${last}${mend}`;
}

/** The state of a delivery that a person asks for again: due at once with a whole round, and the earlier attempts kept. */
export const anotherRound = (at: Date) =>
  ({ status: 'PENDING', roundAttempts: 0, deliveredAt: null, nextAttemptAt: at }) as const;
