import type { Environment } from '../../domain/companies/settings.ts';
import type { Authority, Message } from '../../domain/conversation/authority.ts';
import type { DistributionAnswer } from '../../domain/conversation/distribution.ts';
import type { DistributionSource } from '../../domain/distribution/words.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { distributionQuestion } from '../../domain/sefaz/distribution.ts';
import { sefin } from '../../domain/sefin/authority.ts';
import { nfseDistributionQuestion } from '../../domain/sefin/distribution.ts';

/** For whom is asked, and after which NSU. */
export type SourceQuestion = { environment: Environment; state: string; taxId: string; after: bigint };

/** Who is asked for received documents, and how. */
export type Source = {
  authority: Authority;
  /** The question what came after an NSU. */
  question: (asked: SourceQuestion) => Message<DistributionAnswer>;
  /** An answer without the documents in it, which are kept file by file. */
  without: (answer: string) => string;
  /**
   * Whether a question may soon be asked again whose answer got lost while there was more. The Ambiente Nacional takes only the ultNSU that it
   * answered, whether or not the answer arrived; any other within the hour is 656 (NT 2014.002 v1.40, 3.11.4: "Deve ser utilizado o ultNSU
   * nas solicitacoes subsequentes"). The ADN publishes no such rule (Manual Integrado 1.00.02).
   */
  takesRepeats: boolean;
};

/** Both sources. How long each is left alone after an answer is the timing's matter, except that silence binds all branches of a taxpayer. */
export const sources: Record<DistributionSource, Source> = {
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
