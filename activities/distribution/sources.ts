import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority, Message } from '../../domain/conversation/authority.ts';
import type { DistributionAnswer } from '../../domain/conversation/distribution-answer.ts';
import type { QuestionEnd } from '../../domain/received/distribution-timing.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { distributionQuestion } from '../../domain/sefaz/nfe-distribution.ts';
import { sefin } from '../../domain/sefin/authority.ts';
import { nfseDistributionQuestion } from '../../domain/sefin/nfse-distribution.ts';
import type { NoAnswer } from '../conversation/exchange.ts';
import { capitalized } from '../../adapters/mutual-tls/fault-in-words.ts';

/** The company in whose name is asked, and the NSU after which the source is to begin. */
export type SourceQuestion = { environment: Environment; state: string; taxId: string; after: bigint };

/** A source of received documents, and how it is asked. */
export type SourceSpeech = {
  authority: Authority;
  /** The message that asks for what came after an NSU. */
  question: (asked: SourceQuestion) => Message<DistributionAnswer>;
  /** The text of an answer without the documents in it, which are kept as files of their own. */
  without: (answer: string) => string;
  /**
   * Whether a question may soon be repeated when its answer got lost while more was waiting. The Ambiente Nacional takes only the ultNSU that it
   * answered, whether or not the answer arrived; any other within the hour is 656 (NT 2014.002 v1.40, 3.11.4: "Deve ser utilizado o ultNSU nas
   * solicitacoes subsequentes"). The ADN publishes no such rule (Manual Integrado 1.00.02).
   */
  takesRepeats: boolean;
};

/** The two sources. How long each is left alone after an answer is decided in `domain`; the silence here binds all branches of a taxpayer. */
export const sources: Record<DistributionSource, SourceSpeech> = {
  NFE: {
    authority: {
      ...sefaz,
      called: { the: 'o Ambiente Nacional', of: 'do Ambiente Nacional', at: 'no Ambiente Nacional' },
      roleOf: () => 'ask',
    },
    question: ({ after, ...interested }) => distributionQuestion(interested, { after }),
    without: (answer) => answer.replace(/(<(?:\w+:)?docZip\b[^>]*>)[^<]*/g, '$1'),
    takesRepeats: false,
  },
  NFSE: {
    authority: {
      ...sefin,
      called: { the: 'o ADN', of: 'do ADN', at: 'no ADN' },
      roleOf: () => 'ask',
    },
    question: ({ after, ...interested }) => nfseDistributionQuestion(interested, { after }),
    without: (answer) => answer.replace(/("ArquivoXml"\s*:\s*)"[^"]*"/gi, '$1""'),
    takesRepeats: true,
  },
};

/** 429 of the ADN: too many messages in a short time; the hour of silence does not apply to it. */
const tooManyAtOnce = '429';

/** What an answer means for the next question; everything up to the NSU `asked` is stored. */
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
      // An answer whose NSU does not advance gives no reason to ask again at once.
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

/** What a question without an answer means for the next one. */
export function endOfFault(noAnswer: Extract<NoAnswer, { kind: 'fault' }>): QuestionEnd {
  const { fault, httpStatus, reason } = noAnswer;
  if (fault === 'certificate' || fault === 'untrusted') return { kind: 'mend', reason };
  if (fault === 'unreachable') return { kind: 'unsent', reason };
  // 503 says that the service takes nothing now; with any other status it may have taken the question.
  return { kind: httpStatus === 503 ? 'paused' : 'unanswered', reason };
}

/** The NSU that comes with 656: from there the authority wants to be asked. */
function namedNsu(theirs: bigint | null, ours: bigint): string {
  return theirs === null ? '' : ` (NSU informado: ${theirs}; o nosso: ${ours})`;
}
