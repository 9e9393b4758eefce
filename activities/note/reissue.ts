import { LockMode } from '@mikro-orm/core';
import { Context } from '@temporalio/activity';
import type { IssuingForm } from '../../domain/contingency/choose.ts';
import { type Call, isPause } from '../../domain/conversation/authority.ts';
import type { EmissionEnd, Progress } from '../../domain/conversation/progress.ts';
import { waitsFor } from '../../domain/conversation/attempt-columns.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { emissionTitle } from '../../domain/documents/emission-title.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { outcomeOf } from '../../domain/sefaz/outcomes.ts';
import { startEmission } from '../../temporal/start.ts';
import { callsAbout } from '../conversation/calls.ts';
import { LocalRejection } from '../conversation/local-rejection.ts';
import { authorityOf } from '../conversation/matter.ts';
import { epecOf } from '../fiscal-event/epec.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import type { IssuedGoods, NoteAttempt } from './attempt.ts';
import { issuedForm } from './contingency-form.ts';
import { issue } from './issue.ts';
import { readIssuingInputs } from './issuing-inputs.ts';

/** What is to be started after a reissue: the next attempt, and the run of the note that it replaced. */
type Reissued = { attempt: number; title: string; replaced: string | null };

/**
 * Issues the sale of an attempt anew, in another form. The next attempt is signed and committed; where the authority may have the first note, a
 * `replaced_note` about it is in the same commit (invariant 2: that note is asked about, and one of the two must go). The present run ends. Where
 * it is certain that the first message never left, the sale keeps its number.
 *
 * @returns null where nothing was done: the attempt is over, or the sale cannot be issued anew just now
 */
export async function reissue(
  parts: Parts,
  state: NoteAttempt & { goods: IssuedGoods },
  form: IssuingForm,
): Promise<Extract<Progress<EmissionEnd>, { kind: 'settled' }> | null> {
  const reissued = await parts
    .steps(() => commit(parts, state, form))
    .catch((error: unknown) => {
      if (!(error instanceof LocalRejection)) throw error;
      parts.logger.warn('a sale cannot be issued anew in contingency', { mode: form.mode, reason: error.message });
      return null;
    });
  if (!reissued) return null;
  await start(parts, state, reissued);
  parts.logger.info('a sale is issued anew', { mode: form.mode, ...reissued });
  return { kind: 'settled', end: 'REISSUED' };
}

function commit(
  parts: Parts,
  { documentId, attempt, type, prepared, goods }: NoteAttempt & { goods: IssuedGoods },
  form: IssuingForm,
): Promise<Reissued | null> {
  return transactAndWake(parts, async ({ em, events, replaced: told }) => {
    const document = await em.findOne(Document, Document.open(documentId, attempt), {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      populate: ['payload'],
    });
    if (!document) return null;
    // The calls are read again: `state` was read before the turn, whose own message may be the one that arrived.
    const calls = await callsAbout(em, authorityOf(type), prepared.subject);
    const mayHaveArrived = calls.some(mayBeThere);
    const sent = { accessKey: prepared.subject, now: parts.now() };
    const replaced = mayHaveArrived ? em.create(ReplacedNote, replacedOf(document, sent)) : null;
    document.reissue();
    await em.flush();
    const inputs = await readIssuingInputs(em, document);
    const again = {
      form: issuedForm(document, form, { state: goods.state, tables: parts.rates }),
      spendsNumber: mayHaveArrived,
    };
    await issue(em, document, inputs, parts, again);
    for (const event of await epecOf(em, document)) events.add(event);
    if (replaced) told.add(replaced.id);
    return { attempt: document.attempt, title: emissionTitle(document), replaced: replaced?.id ?? null };
  });
}

/** Whether the authority may have taken the message: it left, and no answer says that it was not taken. */
function mayBeThere({ role, notSent, cStat }: Call): boolean {
  if (role !== 'send' || notSent) return false;
  if (cStat === null) return true;
  const outcome = outcomeOf(cStat);
  const isRefused =
    ['throttled', 'mend', 'rejected'].includes(outcome.kind) || (outcome.kind === 'wait' && isPause(outcome.reason));
  return !isRefused;
}

function replacedOf(
  { company, id, attempt, environment, type, series, number }: Document,
  { accessKey, now }: { accessKey: string; now: Date },
) {
  return {
    company,
    document: id,
    attempt,
    environment,
    type,
    series: series ?? 0,
    number,
    accessKey,
    reason: 'Sem resposta da SEFAZ: será consultada quando o serviço voltar.',
    ...waitsFor('UNANSWERED', now),
  } as const;
}

/** Starts the runs that go on; where Temporal does not answer, reconciliation starts them within a minute. */
async function start(
  parts: Parts,
  { documentId, type, speaker: { taxId } }: NoteAttempt,
  { attempt, title }: Reissued,
): Promise<void> {
  const { client } = Context.current();
  try {
    await startEmission(client, { documentId, attempt, documentType: type, companyTaxId: taxId, title });
  } catch (error) {
    parts.logger.warn('the run of a sale that was issued anew could not be started', { attempt, error });
  }
}
