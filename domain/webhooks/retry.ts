/** Attempts of one round, made with short pauses; when the last of them fails the delivery has failed (spec 1-core §6.5). */
export const attemptsOfRound = 5;
/** Attempts in all, after which none is automatic. */
export const maxAttempts = 20;

/** Seconds between the attempts of a round. */
const roundSteps = [2, 4, 8, 16];
/** Minutes between the attempts after a failed round, by how many were made in all: 24 hours together. */
const laterSteps = [5, 8, 12, 17, 25, 35, 50, 65, 85, 110, 135, 165, 200, 240, 288];
/** The part of a step that chance takes away or adds, so that deliveries that failed together are not retried together. */
const jitter = 0.2;
/** Answers whose `Retry-After` is about the load of the receiver. */
const overloaded: (number | null)[] = [429, 503];

/** Attempts made, including the one that has just failed: in all, and in the round that began when the delivery last became PENDING. */
export type AttemptsMade = { attempts: number; roundAttempts: number };

/** When that attempt ended, what was answered, and chance in [0, 1). */
export type FailedAttempt = {
  endedAt: Date;
  responseStatus: number | null;
  retryAfterSeconds: number | null;
  chance: number;
};

/** `nextAttemptAt` is null when no automatic attempt is left. */
export type AfterFailure = { status: 'PENDING' | 'FAILED'; nextAttemptAt: Date | null };

/**
 * State of a delivery after an attempt failed. A round goes on while it has attempts left, even beyond twenty in all, because a person
 * asked for it. After it come growing steps, until there are twenty attempts in all.
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

/** An overloaded receiver gets the wait that it asks for, within one and two times the step; else the wait is the step with jitter. */
function waitMs(stepSeconds: number, { responseStatus, retryAfterSeconds, chance }: FailedAttempt): number {
  const isAsked = retryAfterSeconds !== null && overloaded.includes(responseStatus);
  const seconds = isAsked
    ? Math.min(Math.max(retryAfterSeconds, stepSeconds), 2 * stepSeconds)
    : stepSeconds * (1 - jitter + 2 * jitter * chance);
  return Math.round(seconds * 1000);
}

/** This many deliveries that fail in a row, with none delivered in between, deactivate their endpoint (spec 1-core §6.5). */
export const failuresToDeactivate = 5;

/**
 * Why an endpoint was deactivated, for its owner; `error` is why the last delivery failed, in Portuguese. An office does not activate one
 * again (spec 2-extended §4.7, rule 8).
 */
export function deactivationReason(error: string | null, owner: 'COMPANY' | 'OFFICE'): string {
  const last = error === null ? '' : ` Última falha: ${error}`;
  const mend = owner === 'COMPANY' ? '' : ' Para voltar a receber, remova este webhook e cadastre outro.';
  return `Desativado após ${failuresToDeactivate} entregas consecutivas com falha.${last}${mend}`;
}

/** The state of a delivery that a person asks for again: due at once with a whole round, whatever happened before; its attempts stay. */
export const anotherRound = (at: Date) =>
  ({ status: 'PENDING', roundAttempts: 0, deliveredAt: null, nextAttemptAt: at }) as const;
