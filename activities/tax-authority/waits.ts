import { silenceMs, type Step } from '../../domain/emission/next-step.ts';
import type { Progress } from '../../domain/emission/progress.ts';
import type { Obstacle } from '../../domain/sefaz/outcomes.ts';
import type { Unheard } from './converse.ts';

type Unsettled = Exclude<Progress<never>, { kind: 'settled' }>;

/** What a step that says nothing to the authority means for the run. */
export function waitProgress(step: Extract<Step, { do: 'wait' | 'stop' }>): Unsettled {
  if (step.do === 'stop') {
    return {
      kind: 'stop',
      reason: 'Enviada várias vezes sem julgamento: confira na SEFAZ e decida com "lavra documents resolve".',
    };
  }
  return { kind: 'waitUntil', untilMs: step.until, reason: reasonOf(step.why) };
}

/** 656: the next try may come after 61 minutes, and every try before starts the hour again. */
export function throttledProgress(words: string): Unsettled {
  return {
    kind: 'waitUntil',
    untilMs: Date.now() + silenceMs,
    reason: `A SEFAZ pede uma hora de silêncio: ${words}`,
  };
}

/** 108 and 109. */
export function pausedProgress(words: string): Unsettled {
  return { kind: 'wait', pause: 'paused', reason: `Serviço da SEFAZ parado: ${words}` };
}

/** 280 to 298 and their kin: nothing of it is the note's or the event's fault. */
export function mendProgress(words: string): Unsettled {
  return { kind: 'mend', reason: `Certificado ou assinatura recusados: ${words}` };
}

/** What stands in the way of an event or a range; `asking` is the reason to give where its fate is asked for next. */
export function obstacleProgress(obstacle: Obstacle, words: string, asking: string): Unsettled {
  switch (obstacle.kind) {
    case 'throttled':
      return throttledProgress(words);
    case 'mend':
      return mendProgress(words);
    case 'wait':
      return obstacle.reason === 'paused' || obstacle.reason === 'stopped'
        ? pausedProgress(words)
        : unansweredProgress(asking);
  }
}

/** Nobody knows yet what became of it: asked for soon. */
export function unansweredProgress(asking: string): Unsettled {
  return { kind: 'wait', pause: 'unanswered', reason: asking };
}

/** There is nobody to speak as. */
export const certificateMissing: Unsettled = { kind: 'mend', reason: 'A empresa está sem certificado A1 válido.' };

export function unheardProgress(unheard: Unheard): Unsettled {
  if (unheard.kind === 'silence') {
    return {
      kind: 'waitUntil',
      untilMs: unheard.untilMs,
      reason: 'A SEFAZ pediu à empresa uma hora de silêncio (656).',
    };
  }
  const { fault, reason } = unheard;
  return fault === 'mend' ? { kind: 'mend', reason } : { kind: 'wait', pause: fault, reason };
}

function reasonOf(why: Extract<Step, { do: 'wait' }>['why']): string {
  switch (why) {
    case 'throttled':
      return 'A SEFAZ pede uma hora de silêncio (656).';
    case 'askedTooOften':
      return 'A chave já foi consultada oito vezes nesta hora.';
    case 'sentTooOften':
      return 'A faixa já foi enviada oito vezes nesta hora.';
    case 'notFoundOnce':
      return 'A SEFAZ ainda não conhece a chave; consultando mais uma vez antes de reenviar.';
  }
}
