import type { Environment } from '../companies/settings.ts';
import type { HttpAnswer, Message } from '../conversation/authority.ts';
import {
  type DistributionAnswer,
  type DistributionOutcome,
  outcomeOfObstacle,
  type LotEntry,
  lotSize,
} from '../conversation/distribution-answer.ts';
import { nfseAddresses } from './authority.ts';
import { SefinAnswerUnreadable, type SefinBody, bodyOf, errorsIn, itemsIn, textIn } from './body.ts';
import { notFound, obstacleOf, decidingRefusal, tooMany } from './outcomes.ts';

/** The largest answer that is read, in bytes; the same as for the distribution of NF-e. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * Asks the ADN for documents of a taxpayer after an NSU. A CNPJ is named in the address, and must have the root of the certificate's (OpenAPI of the
 * ADN for taxpayers, 2026-04). A CPF is not named: it is the certificate's.
 */
export function nfseDistributionQuestion(
  { environment, taxId }: { environment: Environment; taxId: string },
  { after }: { after: bigint },
): Message<DistributionAnswer> {
  const of = taxId.length === 14 ? `&cnpjConsulta=${taxId}` : '';
  const url = `${nfseAddresses(environment).adn}/DFe/${after}?lote=true${of}`;
  return {
    service: 'NfseDistribuicao',
    request: { method: 'GET', url, content: null, answers: [200, 400, 404, 429], maxAnswerBytes },
    read: readNfseDistribution,
  };
}

/** Values of StatusProcessamento (OpenAPI of the ADN for taxpayers, 2026-04). */
const located = 'DOCUMENTOS_LOCALIZADOS';
const nothing = 'NENHUM_DOCUMENTO_LOCALIZADO';
/** Code of "Não existem documentos fiscais para o Contribuinte a partir do NSU informado" (Anexo IV v1.00.02). */
const nothingAfter = 'E2215';

/**
 * Reads an answer of the ADN. Faults in a single document of the lot are not looked at here.
 *
 * @throws SefinAnswerUnreadable
 */
export function readNfseDistribution(answer: HttpAnswer): DistributionAnswer {
  if (String(answer.status) === tooMany) {
    return { cStat: tooMany, xMotivo: 'muitas requisições em pouco tempo', outcome: 'throttled', ...empty };
  }
  const body = bodyOf(answer);
  const said = textIn(body, 'StatusProcessamento');
  const [error, ...others] = errorsIn(body);
  const status = error
    ? decidingRefusal([error, ...others])
    : { cStat: said ?? String(answer.status), xMotivo: wordsIn(body) };
  const outcome = outcomeOf({ status: answer.status, said, code: error ? status.cStat : null });
  if (outcome !== 'documents') return { ...status, outcome, ...empty };
  return { ...status, cStat: error ? status.cStat : located, outcome, ...lotIn(body) };
}

const empty = { lastNsu: null, maxNsu: null, hasMore: false, entries: [], unnumbered: [] };

/** What an answer means: by StatusProcessamento, or by the code of its error where the status is neither of the two. */
function outcomeOf(of: { status: number; said: string | null; code: string | null }): DistributionOutcome {
  const { status, said, code } = of;
  if (said === located) return 'documents';
  if (said === nothing || code === nothingAfter) return 'nothing';
  if (code !== null) return outcomeOfObstacle(obstacleOf(code));
  if (said !== null && String(status) !== notFound) return 'failed';
  throw new SefinAnswerUnreadable(`HTTP ${status} sem StatusProcessamento conhecido`);
}

/** The documents of an answer. The ADN never tells its highest NSU: a full lot means that there may be more. */
function lotIn(body: SefinBody): Omit<DistributionAnswer, 'cStat' | 'xMotivo' | 'outcome'> {
  const entries: LotEntry[] = [];
  const unnumbered: DistributionAnswer['unnumbered'] = [];
  const items = itemsIn(body, 'LoteDFe');
  for (const item of items) {
    const nsu = nsuOf(item['nsu']);
    const document = { schema: textIn(item, 'TipoDocumento') ?? '', content: textIn(item, 'ArquivoXml') ?? '' };
    if (nsu === null) unnumbered.push(document);
    else entries.push({ nsu, ...document });
  }
  const lastNsu = entries.reduce<bigint | null>((last, { nsu }) => (last === null || nsu > last ? nsu : last), null);
  return { lastNsu, maxNsu: null, hasMore: lastNsu !== null && items.length >= lotSize, entries, unnumbered };
}

function nsuOf(value: unknown): bigint | null {
  if (typeof value === 'string') return /^[0-9]{1,18}$/.test(value) ? BigInt(value) : null;
  return Number.isSafeInteger(value) && Number(value) >= 0 ? BigInt(Number(value)) : null;
}

/** Descriptions of errors and alerts, for an answer without a code. */
function wordsIn(body: SefinBody): string {
  const items = [...itemsIn(body, 'erros'), ...itemsIn(body, 'alertas')];
  return items.flatMap((item) => textIn(item, 'descricao') ?? []).join('\n');
}
