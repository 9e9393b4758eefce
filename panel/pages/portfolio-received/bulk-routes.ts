import { type Request, type Response, Router } from 'express';
import { v7 as uuid, validate as isUuid } from 'uuid';
import { DomainError } from '../../../domain/errors.ts';
import { workThroughBulk } from '../../../http/runs/bulk-awareness.ts';
import type { PersonOfOffice } from '../../../operations/acting.ts';
import { inPortfolio } from '../../../operations/in-company.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import {
  beginBulkAnswer,
  bulkAnswerNow,
  bulkResults,
  type BulkState,
} from '../../../operations/received/bulk-answers.ts';
import { countPortfolioNotes, notesInFull, type PortfolioQuery } from '../../../operations/received/portfolio-list.ts';
import { daysForAwareness } from '../../../operations/received/aware.ts';
import { rowIdIn } from '../../forms/row-id.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { actingForOffice, admitted } from '../../session.ts';
import { askAwarenessHtml } from './ask-view.ts';
import { bulkAnswerHtml, stateIn } from './bulk-view.ts';
import { portfolioFilterOf, type PortfolioFilter, portfolioQueryOf } from './filter.ts';

const pageSize = 50;

/** The chosen notes: the ticked ones, or all that the filter finds (null). */
type Choice = { filter: PortfolioFilter; ids: string[] | null };

/** The pages where an office registers awareness (ciência) of many received notes, and sees what becomes of each. */
export function bulkAnswerPages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();
  const at = '/c/:taxId/recebidas';
  /** The answers that this process works on. */
  const underWay = new Set<string>();

  /** Works in the background, whether anybody looks or not: the request and the result of each note are stored. */
  function work(office: PersonOfOffice, id: string): void {
    if (underWay.has(id)) return;
    underWay.add(id);
    void workThroughBulk(parts, office, id).finally(() => underWay.delete(id));
  }

  async function ask(res: Response, choice: Choice, fault?: string): Promise<void> {
    const { person, office } = actingForOffice(res);
    const now = new Date();
    const query = { ...queryOf(choice, now), pending: true };
    const late = new Date(now.getTime() - daysForAwareness * 86_400_000);
    const counted = await inPortfolio(orm, office, (em) => countPortfolioNotes(em, query, late));
    const view = { person, office, ...choice, ...counted, bulkId: uuid(), now, fault };
    res.status(fault === undefined ? 200 : 400).send(askAwarenessHtml(view));
  }

  router.get(`${at}/ciencia`, admitted('askAwareness'), async (req, res) => {
    const choice = choiceIn(req.query, [req.query['nota'] ?? []].flat().map(String));
    await orWhole(res, choice, () => ask(res, choice));
  });

  router.post(`${at}/ciencia`, admitted('giveAwareness'), async (req, res) => {
    const { office } = actingForOffice(res);
    const form = await readForm(req);
    const choice = choiceIn(Object.fromEntries(form), form.getAll('nota'));
    const id = rowIdIn(form);
    const arrivedBy = new Date(form.get('contadas-em') ?? '');
    if (id === null || Number.isNaN(arrivedBy.getTime())) return orWhole(res, choice, () => ask(res, choice));
    await orWhole(res, choice, async () => {
      await beginBulkAnswer(orm, office, id, queryOf(choice, arrivedBy));
      work(office, id);
      res.redirect(303, `/c/${office.taxId}/recebidas/ciencias/${id}`);
    });
  });

  /** Shows faults that a person can mend above the question. */
  async function orWhole(res: Response, choice: Choice, attempt: () => Promise<void>): Promise<void> {
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      await ask(res, { ...choice, filter: { ...choice.filter, search: '' }, ids: choice.ids ?? [] }, error.message);
    }
  }

  router.get(`${at}/ciencias/:id`, admitted('bulkAnswer'), async (req: Request<{ id: string }>, res) => {
    const { person, office } = actingForOffice(res);
    const { id } = req.params;
    const now = new Date();
    const { depois } = req.query;
    const behind = typeof depois === 'string' && isUuid(depois) ? depois : undefined;
    // Read before what the page shows, so that no change between the two goes unnoticed.
    const version = isUuid(id) ? await versionOf(orm, { office, bulkAnswer: id }) : '';
    const shown = await inPortfolio(orm, office, async (em) => {
      const found = await bulkAnswerNow(em, id, now);
      const state: BulkState = stateIn(req.query['situacao'], found.counts);
      const page = { state, behind, limit: pageSize };
      const { results, next } = await bulkResults(em, id, page);
      const notes = new Map(
        (
          await notesInFull(
            em,
            results.map(({ noteId }) => noteId),
          )
        ).map((note) => [note.id, note]),
      );
      const rows = results.flatMap(({ noteId, reason }) => {
        const note = notes.get(noteId);
        return note ? [{ note, reason }] : [];
      });
      return { ...found, isStalled: found.isStalled && !underWay.has(id), state, rows, next };
    });
    const mayGoOn = may(office.role, 'goOnWithBulk') && shown.isStalled;
    res.send(bulkAnswerHtml({ person, office, ...shown, mayGoOn, version }));
  });

  router.post(`${at}/ciencias/:id/continuar`, admitted('goOnWithBulk'), async (req: Request<{ id: string }>, res) => {
    const { office } = actingForOffice(res);
    const { id } = req.params;
    const { bulk, isStalled } = await inPortfolio(orm, office, (em) => bulkAnswerNow(em, id, new Date()));
    if (isStalled) work(office, bulk.id);
    res.redirect(303, `/c/${office.taxId}/recebidas/ciencias/${bulk.id}`);
  });

  return router;
}

function choiceIn(said: Request['query'], ids: string[]): Choice {
  const filter = { ...portfolioFilterOf(said, new Date()), behind: null };
  return { filter, ids: said['todas'] === 'sim' ? null : ids.filter((id) => isUuid(id)) };
}

/** The query of the notes that had arrived when they were counted, so that nobody answers notes that she was not told of. */
function queryOf({ filter, ids }: Choice, arrivedBy: Date): PortfolioQuery {
  return { ...portfolioQueryOf(filter), arrivedBy, ...(ids && { ids }) };
}
