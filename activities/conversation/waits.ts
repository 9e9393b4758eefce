import { capitalized } from '../../adapters/mutual-tls/fault-in-words.ts';
import { type Authority, isPause, type Obstacle } from '../../domain/conversation/authority.ts';
import type { Step } from '../../domain/conversation/next-step.ts';
import type { HeldProgress, Mend } from '../../domain/conversation/progress.ts';
import type { OpenProgress } from '../../domain/conversation/wait-of.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { waitingSince } from '../../operations/waits/waiting-since.ts';
import type { NoAnswer } from './exchange.ts';
import type { ExplainWait, Matter } from './matter.ts';

/** The progress of a step that sends no message. */
export function waitProgress(
  authority: Authority,
  step: Extract<Step, { do: 'wait' | 'stop' }>,
  { tellPerson }: Pick<Matter<never, never, never>, 'tellPerson'>,
): OpenProgress {
  if (step.do === 'wait') {
    const { until: untilMs, why } = step;
    return { kind: 'waitUntil', untilMs, reason: reasonOf(authority, why), waitKind: kindOf[why] };
  }
  const { at } = authority.called;
  if (tellPerson) {
    return {
      kind: 'stop',
      reason: `Enviada várias vezes sem julgamento: confira ${at} e decida com "lavra documents resolve".`,
    };
  }
  const reason = `Enviado várias vezes sem julgamento: confira ${at}. Tenta de novo em uma hora.`;
  return { kind: 'mend', reason, waitKind: 'UNANSWERED' };
}

const kindOf: Record<Extract<Step, { do: 'wait' }>['why'], WaitKind> = {
  throttled: 'THROTTLED',
  askedTooOften: 'THROTTLED',
  sentTooOften: 'THROTTLED',
  notFoundOnce: 'UNANSWERED',
};

/** The authority wants silence (656 of the SEFAZ): every attempt before it is over starts it again. */
export function throttledProgress({ called, silence }: Authority, words: string, now: Date): OpenProgress {
  return {
    kind: 'waitUntil',
    untilMs: now.getTime() + silence.minutes * 60_000,
    waitKind: 'THROTTLED',
    reason: `${capitalized(called.the)} pede ${silence.inWords} de silêncio: ${words}`,
  };
}

/** The service is paused (108 and 109 of the SEFAZ). */
export function pausedProgress({ called }: Authority, words: string): OpenProgress {
  return { kind: 'wait', pause: 'paused', reason: `Serviço ${called.of} parado: ${words}` };
}

/** The authority refuses the certificate or the signature (280 to 298 of the SEFAZ and similar): the note or the event is not at fault. */
export function mendProgress(words: string): OpenProgress {
  return { kind: 'mend', reason: `Certificado ou assinatura recusados: ${words}`, waitKind: 'CERTIFICATE' };
}

/** The progress of an event or a range that met an obstacle; `asking` is the reason to show where the next step asks what became of it. */
export function obstacleProgress(
  authority: Authority,
  obstacle: Obstacle,
  { words, asking, now }: { words: string; asking: string; now: Date },
): OpenProgress {
  switch (obstacle.kind) {
    case 'throttled':
      return throttledProgress(authority, words, now);
    case 'mend':
      return mendProgress(words);
    case 'wait':
      return isPause(obstacle.reason) ? pausedProgress(authority, words) : unansweredProgress(asking);
  }
}

/** It is unknown what became of the message: the next step asks soon. */
export function unansweredProgress(asking: string): OpenProgress {
  return { kind: 'wait', pause: 'unanswered', reason: asking };
}

/** The authority said twice that it does not know the matter: the next step sends it again. */
export function resendProgress({ called }: Authority): OpenProgress {
  return { kind: 'wait', pause: 'resend', reason: `${capitalized(called.the)} não recebeu o envio; enviando de novo.` };
}

/** Nothing is sent while the service is shut: its judge tells when it is back. */
export function shutProgress({ reason, cStat }: { reason: string; cStat: string | null }): HeldProgress {
  const waitKind = cStat === null ? 'AUTHORITY_UNREACHABLE' : 'AUTHORITY_PAUSED';
  return { kind: 'held', reason, waitKind, untilMs: null };
}

/** The service refused this very message as paused, and has not been heard to serve since. */
export function awaitedProgress({ called }: Authority): HeldProgress {
  const reason = `Serviço ${called.of} parado: à espera de que volte.`;
  return { kind: 'held', reason, waitKind: 'AUTHORITY_PAUSED', untilMs: null };
}

export const certificateMissing: Mend = {
  kind: 'mend',
  reason: 'A empresa está sem certificado A1 válido.',
  waitKind: 'CERTIFICATE',
};

export function noAnswerProgress({ called, silence }: Authority, noAnswer: NoAnswer): OpenProgress {
  if (noAnswer.kind === 'silence') {
    return {
      kind: 'waitUntil',
      untilMs: noAnswer.untilMs,
      waitKind: 'THROTTLED',
      reason: `${capitalized(called.the)} pediu à empresa ${silence.inWords} de silêncio (${silence.code}).`,
    };
  }
  if (noAnswer.kind === 'shut') return shutProgress(noAnswer);
  const { fault, reason } = noAnswer;
  switch (fault) {
    case 'certificate':
      return { kind: 'mend', reason, waitKind: 'CERTIFICATE' };
    case 'untrusted':
      return { kind: 'mend', reason, waitKind: 'OURS' };
    default:
      return { kind: 'wait', pause: fault, reason };
  }
}

function reasonOf({ called, silence }: Authority, why: Extract<Step, { do: 'wait' }>['why']): string {
  switch (why) {
    case 'throttled':
      return `${capitalized(called.the)} pede ${silence.inWords} de silêncio (${silence.code}).`;
    case 'askedTooOften':
      return 'A chave já foi consultada oito vezes nesta hora.';
    case 'sentTooOften':
      return 'A faixa já foi enviada oito vezes nesta hora.';
    case 'notFoundOnce':
      return `${capitalized(called.the)} ainda não conhece a chave; consultando mais uma vez antes de reenviar.`;
  }
}

/** A table whose rows wait: its column for the reason in words, and the status that means an open attempt. */
type Waiting = { table: string; words: 'waiting_for' | 'reason'; open: string };

/**
 * Makes the function that writes into the row of an open attempt what it waits for. The time since when it waits stays while the kind stays the
 * same.
 */
export function explainIn({ table, words, open }: Waiting): ExplainWait {
  const statement = `
    update "${table}" set ${words} = ?, waiting_kind = ?, waiting_until = ?,
      ${waitingSince}
    where id = ? and attempt = ? and status = '${open}'`;
  return (em, id, attempt, { kind, reason, until }) => em.execute(statement, [reason, kind, until, kind, id, attempt]);
}
