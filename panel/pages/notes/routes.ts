import { Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { savedViews } from '../../../operations/accounts/saved-views.ts';
import { documentFigures, listDocuments } from '../../../operations/documents/summary.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { viewSentences } from '../saved-views/bar.ts';
import { filterIn, type NotesFilter, queryOf } from './filter.ts';
import { monthShown } from './month.ts';
import { notesHtml } from './view.ts';

const pageSize = 50;

/** What has just been done, by the word in the address. */
const sentences = { apagada: 'A venda foi apagada. Nada foi enviado dela a ninguém.' };

/** The list of a company's notes. */
export function notesPages({ orm }: PanelParts): Router {
  const router = Router();
  router.get('/e/:taxId/notas', admitted('notes'), async (req, res) => {
    const { person, company } = actingOn(res);
    const { environment: usual, id, taxId } = company;
    const asked = filterIn(req.query, usual);
    const version = await versionOf(orm, { company: id });
    const now = new Date();
    const month = monthShown(asked, now);
    const figures = await documentFigures(orm, { id, environment: asked.environment }, { month, type: asked.type });
    const views = await savedViews(orm, company, 'NOTES');
    const done = doneNotice(req, { ...viewSentences, ...sentences });
    const told = { person, base: `/e/${taxId}`, usual, version, figures, month, now, views, done };
    const listOf = (filter: NotesFilter) =>
      listDocuments(orm, company, queryOf(filter), { page: filter.page, pageSize });
    try {
      res.send(notesHtml({ ...told, filter: asked, list: await listOf(asked) }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      const filter = { environment: asked.environment, page: 1 };
      res.status(400).send(notesHtml({ ...told, filter, list: await listOf(filter), fault: error.message }));
    }
  });
  return router;
}
