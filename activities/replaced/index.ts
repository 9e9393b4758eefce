import { Context } from '@temporalio/activity';
import type { HeldProgress, Mend, Progress, ReplacedEnd } from '../../domain/conversation/progress.ts';
import { type OpenProgress, waitOf } from '../../domain/conversation/wait-of.ts';
import type { ReplacedStep } from '../../domain/documents/next-of-replaced.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { startInutilization } from '../../temporal/start.ts';
import { turnsOf } from '../conversation/take-turn.ts';
import { withHeartbeat, type FaultReport, orWaitForMend } from '../wait-for-mend.ts';
import type { Parts } from '../parts.ts';
import { transactAndWake } from '../wake.ts';
import { explainReplaced, loadReplaced, nextAbout, replacedMatter, type ReplacedState } from './matter.ts';
import { cancelReplaced, personHold, reserveReplaced } from './steps.ts';

/** What a run does next, as the name of its activity; or how it ended, or what it waits for. */
export type NextOfReplaced = { do: 'ask' | 'cancel' | 'giveUp' } | Progress<ReplacedEnd>;

/** Builds the activities that settle notes which another of the same sale replaced. */
export function replacedActivities(parts: Parts) {
  const em = () => acrossCompanies(parts.orm);
  const report = (id: string): FaultReport => ({
    doing: 'na nota substituída',
    sooner: 'com "lavra contingency retry"',
    explain: (wait) => explainReplaced(em(), id, 1, wait),
  });
  const told = async (id: string, progress: Progress<ReplacedEnd>): Promise<Progress<ReplacedEnd>> => {
    if (progress.kind !== 'settled') await explainReplaced(em(), id, 1, waitOf(progress));
    return progress;
  };
  const step = (id: string, work: (state: ReplacedState) => Promise<Progress<ReplacedEnd>>) =>
    withHeartbeat(() =>
      orWaitForMend(parts, report(id), async () => {
        const loaded = await loadReplaced(em(), id);
        return 'end' in loaded ? ({ kind: 'settled', end: loaded.end } as const) : told(id, await work(loaded.state));
      }),
    );
  return {
    /** Decides what is to be done now, from the database alone. */
    nextOfReplaced: (id: string): Promise<NextOfReplaced | Mend> =>
      orWaitForMend(parts, report(id), async () => {
        const loaded = await loadReplaced(em(), id);
        if ('end' in loaded) return { kind: 'settled', end: loaded.end } as const;
        const { state } = loaded;
        const next = nextAbout(state, parts.now().getTime());
        if (typeof next === 'object') return settle(parts, id, next.settled, state);
        if (next === 'ask' || next === 'cancel' || next === 'giveUp') return { do: next } as const;
        const wait = waitFor(next, state);
        if (next === 'propose') await propose(parts, id);
        await explainReplaced(em(), id, 1, waitOf(wait));
        return wait;
      }),

    /** Asks the authority what became of the note, with one message in each call of the activity. */
    askReplaced: (id: string): Promise<Progress<ReplacedEnd> | Mend> =>
      withHeartbeat(() =>
        orWaitForMend(parts, report(id), () =>
          turnsOf(parts, replacedMatter).take({ id, attempt: 1, waited: undefined }),
        ),
      ),

    /** Orders the cancellation of the note, which has a run of its own. */
    cancelReplaced: (id: string): Promise<Progress<ReplacedEnd> | Mend> =>
      step(id, (state) => cancelReplaced(parts, state)),

    /** Orders the inutilization of the note's number, which has a run of its own. */
    giveUpReplaced: (id: string): Promise<Progress<ReplacedEnd> | Mend> =>
      step(id, async (state) => {
        const reserved = await reserveReplaced(parts, state);
        if ('kind' in reserved) return reserved;
        const { taxId: companyTaxId } = state.speaker;
        const { series, number } = state.replaced;
        const title = `série ${series}, ${number} (nota substituída em contingência)`;
        await startInutilization(Context.current().client, { ...reserved, companyTaxId, title });
        return { kind: 'wait', pause: 'processing', reason: 'Resposta da SEFAZ à inutilização do número.' };
      }),
  };
}
export type ReplacedActivities = ReturnType<typeof replacedActivities>;

async function settle(
  parts: Parts,
  id: string,
  end: ReplacedEnd,
  { range }: ReplacedState,
): Promise<Progress<ReplacedEnd>> {
  await transactAndWake(parts, async ({ em }) => {
    const replaced = await em.findOneOrFail(ReplacedNote, { id });
    const { cStat = null, reason = null } = range ?? {};
    replaced.settle(end, { cStat, reason, at: parts.now() });
  });
  parts.logger.info('a replaced note is settled', { replacedId: id, status: end });
  return { kind: 'settled', end };
}

async function propose(parts: Parts, id: string): Promise<void> {
  await transactAndWake(parts, async ({ em }) => (await em.findOneOrFail(ReplacedNote, { id })).propose());
}

/** The progress for a next step that only waits. */
function waitFor(
  next: Exclude<ReplacedStep, object | 'ask' | 'cancel' | 'giveUp'>,
  state: ReplacedState,
): OpenProgress {
  const { replaced, sale, cancellation, range } = state;
  switch (next) {
    case 'awaitCancellation':
      return { kind: 'wait', pause: 'processing', reason: 'Resposta da SEFAZ ao cancelamento da nota substituída.' };
    case 'awaitRange':
      return { kind: 'wait', pause: 'processing', reason: 'Resposta da SEFAZ à inutilização do número.' };
    case 'awaitSale':
      return sale.status === 'PROCESSING' ? counterpartUnderWay : counterpartRefused;
    case 'propose':
      return personHold(
        `A SEFAZ nunca recebeu o número ${replaced.number}: confira e inutilize-o com "lavra contingency give-up ${replaced.id}".`,
      );
    case 'person': {
      const words = cancellation?.reason ?? range?.reason ?? 'sem motivo informado';
      return personHold(`A SEFAZ recusou (${words}). Corrija a causa e repita com "lavra contingency retry".`);
    }
  }
}

const counterpartUnderWay: HeldProgress = {
  kind: 'held',
  reason: 'A SEFAZ tinha autorizado esta nota: será cancelada quando a que a substitui for autorizada.',
  waitKind: 'TRANSMISSION',
  untilMs: null,
};

const counterpartRefused = personHold(
  'A SEFAZ tinha autorizado esta nota, e recusou a que a substitui: corrija aquela e emita de novo; esta será cancelada em seguida.',
);
