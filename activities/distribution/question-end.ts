import type { Authority } from '../../domain/conversation/authority.ts';
import type { DistributionAnswer } from '../../domain/conversation/distribution.ts';
import type { QuestionEnd } from '../../domain/distribution/timing.ts';
import type { NoAnswer } from '../conversation/exchange.ts';
import { capitalized } from '../conversation/fault-in-words.ts';

/** 429 of the ADN: too many messages in a short time, which is no matter of the hour. */
const tooManyAtOnce = '429';

/** What an answer means for the next question, where everything up to `asked` is kept. */
export function endOfAnswer(
  { called }: Authority,
  answer: DistributionAnswer,
  { asked, isAhead }: { asked: bigint; isAhead: boolean },
): QuestionEnd {
  const { cStat, xMotivo, outcome, lastNsu, hasMore } = answer;
  const words = xMotivo ? `${cStat} - ${xMotivo}` : cStat;
  const who = capitalized(called.the);
  switch (outcome) {
    case 'documents':
    case 'nothing':
      if (lastNsu !== null && lastNsu < asked) {
        return { kind: 'refused', reason: `${who} respondeu com o NSU ${lastNsu}, anterior ao nosso (${asked}).` };
      }
      // An answer that gets nowhere is no leave to ask at once.
      return { kind: hasMore && lastNsu !== null && lastNsu > asked ? 'more' : 'caughtUp' };
    case 'throttled':
      if (cStat === tooManyAtOnce && isAhead) return { kind: 'paused', reason: `${who} pede menos pressa: ${words}` };
      return { kind: 'throttled', nsu: lastNsu, reason: `${who} pede silêncio: ${words}${namedNsu(lastNsu, asked)}` };
    case 'paused':
      return { kind: 'paused', reason: `Serviço ${called.of} parado: ${words}` };
    case 'mend':
      return { kind: 'mend', reason: `${who} recusou o certificado A1 da empresa: ${words}` };
    case 'failed':
      return { kind: 'refused', reason: `${who} recusou a consulta: ${words}` };
  }
}

/** The same where there was no answer. */
export function endOfFault(noAnswer: Extract<NoAnswer, { kind: 'fault' }>): QuestionEnd {
  const { fault, httpStatus, reason } = noAnswer;
  if (fault === 'certificate' || fault === 'untrusted') return { kind: 'mend', reason };
  if (fault === 'unreachable') return { kind: 'unsent', reason };
  // 503 says that the service takes nothing now; any other status may have come after it did.
  return { kind: httpStatus === 503 ? 'paused' : 'unanswered', reason };
}

/** The NSU that goes with 656, which tells an operator from where the authority wants to be asked. */
function namedNsu(theirs: bigint | null, ours: bigint): string {
  return theirs === null ? '' : ` (NSU informado: ${theirs}; o nosso: ${ours})`;
}
