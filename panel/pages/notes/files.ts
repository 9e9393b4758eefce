import { type Request, type Response, Router } from 'express';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../domain/errors.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import {
  chosenDocuments,
  type Selection,
  selectionBounds,
  selectionCsv,
  type SelectionParts,
  selectionZip,
} from '../../../operations/documents/selection.ts';
import { sendDownload } from '../../downloads.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { filterIn, queryOf } from './filter.ts';

type Make = (parts: SelectionParts, company: ActingCompany, ids: string[]) => Readable;

/** Files of the ticked notes, or of all that the filter finds, made while they are sent. */
export function notesFiles({ orm, renderer, rates: { calendar }, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();
  const parts: SelectionParts = { orm, renderer, calendar, turn: places.turn };

  async function send(req: Request, res: Response, type: 'csv' | 'zip', make: Make): Promise<void> {
    const { company } = actingOn(res);
    const selection = selectionOf(req.query, company);
    const name = `notas-${company.taxId}-${brasiliaDay(new Date())}.${type}`;
    const open = async (): Promise<Readable> =>
      make(parts, company, await chosenDocuments(orm, company, selection, selectionBounds[type]));
    await sendDownload(req, res, { type, name, open }, { places, companyId: company.id, cut });
  }

  router.get('/e/:taxId/notas.csv', admitted('notesFile'), (req, res) => send(req, res, 'csv', selectionCsv));
  router.get('/e/:taxId/notas.zip', admitted('notesFile'), (req, res) => send(req, res, 'zip', selectionZip));
  return router;
}

/** The ticked notes, or the filter's. @throws DomainError `validation_error` when ticked ones were asked for and none is */
function selectionOf(query: Request['query'], { environment }: Pick<ActingCompany, 'environment'>): Selection {
  const { nota, escolhidas } = query;
  const ids = (Array.isArray(nota) ? nota : [nota]).filter((id): id is string => typeof id === 'string');
  if (ids.length > 0) return { ids };
  if (escolhidas === undefined) return { query: queryOf(filterIn(query, environment)) };
  throw new DomainError('validation_error', 'Nenhuma nota foi escolhida: volte à lista e marque as que quer baixar.');
}
