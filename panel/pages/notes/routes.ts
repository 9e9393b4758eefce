import { type Request, Router } from 'express';
import type { Environment } from '../../../domain/companies/settings.ts';
import { documentTypes } from '../../../domain/document-types.ts';
import { documentStatuses } from '../../../domain/documents/document.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { documentFigures, listDocuments } from '../../../operations/documents/summary.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { monthShown } from './month.ts';
import { type NotesFilter, notesHtml } from './view.ts';

const pageSize = 50;

/** The list of a company's notes. */
export function notesPages({ orm }: PanelParts): Router {
  const router = Router();
  router.get('/e/:taxId/notas', admitted('notes'), async (req, res) => {
    const { person, company } = actingOn(res);
    const { environment: usual, id, taxId } = company;
    const asked = filterOf(req.query, usual);
    const version = await versionOf(orm, { company: id });
    const now = new Date();
    const month = monthShown(asked, now);
    const figures = await documentFigures(orm, { id, environment: asked.environment }, { month, type: asked.type });
    const told = { person, base: `/e/${taxId}`, usual, version, figures, month, now };
    const listOf = ({ page, from, to, ...query }: NotesFilter) =>
      listDocuments(
        orm,
        company,
        { ...query, ...(from ? { issuedFrom: from } : {}), ...(to ? { issuedTo: to } : {}) },
        { page, pageSize },
      );
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

/** What the address says; what makes no sense in it counts as not said. */
function filterOf(query: Request['query'], usual: Environment): NotesFilter {
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const oneOf = <Known extends string>(known: readonly Known[], said: string | undefined): Known | undefined =>
    known.find((each) => each === said);
  const status = oneOf(documentStatuses, text('situacao'));
  const type = oneOf(documentTypes, text('tipo'));
  const search = text('busca');
  const [from, to] = [day(text('de')), day(text('ate'))];
  const page = Number(text('pagina') ?? 1);
  const environments: Record<string, Environment> = { producao: 'PRODUCTION', homologacao: 'HOMOLOGATION' };
  return {
    environment: environments[text('ambiente') ?? ''] ?? usual,
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function day(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}
