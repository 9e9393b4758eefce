import type { Environment } from '../companies/settings.ts';
import type { Message } from '../conversation/authority.ts';
import {
  type DistributionAnswer,
  type DistributionOutcome,
  outcomeOfObstacle,
  type LotEntry,
} from '../conversation/distribution-answer.ts';
import { child, children, optionalText, type XmlElement } from '../xml/reader.ts';
import { sefazMessage } from './authority.ts';
import { answerRoot, SefazAnswerUnreadable, statusIn } from './envelope.ts';
import { distDFeInt, type DistributionQuestion } from './messages.ts';
import { obstacleOf } from './outcomes.ts';

/** The largest answer that is read, in bytes. Fifty notes of 990 items, deflated and in base64, are smaller. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** The taxpayer for whom the distribution is asked. */
type Inquirer = { environment: Environment; state: string; taxId: string };

/** A question to the distribution of the Ambiente Nacional, which serves every state. */
export function distributionQuestion(
  { environment, state, taxId }: Inquirer,
  asked: DistributionQuestion,
): Message<DistributionAnswer> {
  return sefazMessage(
    { state, model: '55', environment, isNational: true },
    {
      service: 'NFeDistribuicaoDFe',
      message: distDFeInt({ environment, state, taxId, asked }),
      read: readRetDistDFeInt,
      maxAnswerBytes,
    },
  );
}

/**
 * Reads an answer of the distribution. Faults in a single document of the lot are not looked at here.
 *
 * @throws SefazAnswerUnreadable
 */
export function readRetDistDFeInt(raw: string): DistributionAnswer {
  const root = answerRoot(raw, 'retDistDFeInt', { maxBytes: maxAnswerBytes });
  const status = statusIn(root);
  const outcome = distributionOutcomeOf(status.cStat);
  const [lastNsu, maxNsu] = [nsuIn(root, 'ultNSU'), nsuIn(root, 'maxNSU')];
  if (isServed(outcome) && lastNsu === null) throw new SefazAnswerUnreadable('falta ultNSU em retDistDFeInt');
  const lot = child(root, 'loteDistDFeInt');
  return {
    ...status,
    outcome,
    lastNsu,
    maxNsu,
    hasMore: isServed(outcome) && lastNsu !== null && maxNsu !== null && lastNsu < maxNsu,
    ...sorted(lot ? children(lot, 'docZip') : []),
  };
}

/** What a cStat of the distribution means (NT 2014.002 v1.40, 4.1; the codes of every service by `obstacleOf`). */
export function distributionOutcomeOf(cStat: string): DistributionOutcome {
  switch (cStat) {
    case '137':
      return 'nothing';
    case '138':
      return 'documents';
    case '472': // the CPF asked for is not the certificate's
    case '473': // the certificate has neither CNPJ nor CPF
    case '593': // the CNPJ's root is not the certificate's
      return 'mend';
    default:
      return outcomeOfObstacle(obstacleOf(cStat));
  }
}

/** Whether the authority answered the question: only then do its NSUs tell how far the answer goes. */
function isServed(outcome: DistributionOutcome): boolean {
  return outcome === 'documents' || outcome === 'nothing';
}

function sorted(docZips: XmlElement[]): Pick<DistributionAnswer, 'entries' | 'unnumbered'> {
  const entries: LotEntry[] = [];
  const unnumbered: DistributionAnswer['unnumbered'] = [];
  for (const { attributes, text: content } of docZips) {
    const nsu = nsuOf(attributes['NSU']);
    const document = { schema: attributes['schema'] ?? '', content };
    if (nsu === null) unnumbered.push(document);
    else entries.push({ nsu, ...document });
  }
  return { entries, unnumbered };
}

function nsuIn(root: XmlElement, name: string): bigint | null {
  return nsuOf(optionalText(root, name) ?? undefined);
}

function nsuOf(text: string | undefined): bigint | null {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? BigInt(text) : null;
}
