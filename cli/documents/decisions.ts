import { commandOf } from '../../domain/conversation/remedy.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { DomainError } from '../../domain/errors.ts';
import { recordOnce } from '../../operations/audit/record.ts';
import { decisionOf } from '../../operations/documents/resolve.ts';
import { type RetryResult, retryWaiting, type UnmovedRun } from '../../operations/documents/retry.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { openRunId } from '../../temporal/names.ts';
import { resolveEmission } from '../../temporal/start.ts';
import { CommandRefused } from '../command-refused.ts';
import { tellAllMended } from '../tell-mended.ts';
import type { Session } from '../session.ts';
import { brasiliaMoment } from '../terminal/output.ts';
import { documentNamed } from './story.ts';

/**
 * Tells the waiting runs of a company that the operator mended what they wait for, so that they try now instead of within the hour.
 *
 * @param document tells the runs of this document and its events only
 * @throws {CommandRefused} `temporal_unavailable`
 */
export async function wakeWaiting(
  session: Session,
  company: { id: string; taxId: string },
  document: string | null = null,
): Promise<RetryResult> {
  const em = acrossCompanies(await session.orm());
  const entry = { action: 'RETRY_REQUESTED', company: company.id, subject: document } as const;
  return retryWaiting(em, { company, document }, (open) => {
    const runs = open.map((run) => ({ id: run.id, attempt: run.attempt, workflowId: openRunId(run) }));
    return recordOnce(em, session.actor, entry, () => tellAllMended(session, runs));
  });
}

/**
 * The same for one document and its events.
 *
 * @throws {CommandRefused} `document_not_found`, `invalid_state` where nothing of it is under way, `temporal_unavailable`
 */
export async function wakeDocument(session: Session, reference: string): Promise<RetryResult> {
  const { id, status, company: companyId } = await documentNamed(session, reference);
  const woken = await wakeWaiting(session, await findCompany(acrossCompanies(await session.orm()), companyId), id);
  if (woken.woken > 0 || woken.unmoved.length > 0) return woken;
  throw new CommandRefused('invalid_state', `O documento está ${status}: nada dele está em curso.`);
}

const shownAtMost = 20;

/** The result of a retry for a person. */
export function retryInWords({ woken, unmoved }: RetryResult): string {
  const told = woken === 0 ? 'Nada tenta de novo agora.' : `${woken} em espera avisado(s).`;
  if (unmoved.length === 0) return woken === 0 ? 'Nada espera.' : told;
  const first = unmoved.slice(0, shownAtMost).flatMap(lines);
  const more = unmoved.length - shownAtMost;
  const rest = more > 0 ? [`… e mais ${more}: use --json.`] : [];
  return [told, '', `${unmoved.length} não se move(m) com isso:`, ...first, ...rest].join('\n');
}

/** The result of a retry for scripts. */
export function retryForScripts({ woken, unmoved }: RetryResult) {
  return { woken, unmoved: unmoved.map(({ remedy, ...rest }) => ({ ...rest, command: commandOf(remedy) })) };
}

function lines({ title, id, kind, reason, until, remedy }: UnmovedRun): string[] {
  const command = commandOf(remedy);
  const end = until === null ? '' : ` Até ${brasiliaMoment(until)}.`;
  const helps = command === null ? [] : [`    → ${command}`];
  return [
    `  ${kind === 'PERSON' ? '!! DECISÃO ' : ''}${title} (${id})`,
    `    ${reason}${end}${goesOn(kind)}`,
    ...helps,
  ];
}

/** The sentence about what goes on by itself; empty where that waits for somebody. */
function goesOn(kind: WaitKind | null): string {
  switch (kind) {
    case 'AUTHORITY_PAUSED':
    case 'AUTHORITY_UNREACHABLE':
      return ' Tenta sozinho, em até três minutos.';
    case 'UNANSWERED':
    case 'ANSWER':
      return ' Consulta sozinho, em até três minutos.';
    case 'THROTTLED':
      return ' Segue sozinho.';
    case 'TRANSMISSION':
      return ' É transmitida sozinha quando o serviço voltar.';
    default:
      return '';
  }
}

const deadlineMs = 5_000;

type Choice = { adopt?: string; reject?: true };

/**
 * Tells the run of a stopped emission what a person decided; where it has no open run, one is started that finds the decision.
 *
 * @throws {CommandRefused} `invalid_input`, `document_not_found`, or `temporal_unavailable`
 * @throws DomainError `invalid_state` for a document that is not being issued
 */
export async function decide(session: Session, reference: string, { adopt, reject }: Choice) {
  if ((adopt === undefined) === (reject === undefined)) {
    throw new CommandRefused('invalid_input', 'Informe --adopt <chave> ou --reject, um dos dois.');
  }
  const document = await documentNamed(session, reference);
  const { id: documentId, type, attempt } = document;
  const resolution = orInvalidInput(() => decisionOf(document, adopt ?? null));
  const client = await session.temporal();
  const { taxId: companyTaxId } = await findCompany(acrossCompanies(await session.orm()), document.company);
  const start = { documentId, attempt, documentType: type, companyTaxId, title: emissionTitle(document) };
  const em = acrossCompanies(await session.orm());
  const details = { attempt, decision: adopt === undefined ? 'REJECT' : 'ADOPT', accessKey: adopt ?? null };
  const entry = { action: 'DOCUMENT_RESOLVED', company: document.company, subject: documentId, details } as const;
  await recordOnce(em, session.actor, entry, () =>
    client
      .withDeadline(Date.now() + deadlineMs, () => resolveEmission(client, start, resolution))
      .catch((cause: unknown) => {
        throw new CommandRefused('temporal_unavailable', 'O Temporal não responde; confira TEMPORAL_ADDRESS.', {
          cause,
        });
      }),
  );
  return { documentId, attempt, resolution };
}

/** Turns a `validation_error` about an option into the command line's `invalid_input`. */
function orInvalidInput<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
    throw new CommandRefused('invalid_input', error.message, { cause: error });
  }
}
