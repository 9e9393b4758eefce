import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { monthFromDigits, monthInDigits } from '../../../domain/month.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { pastArchive } from '../../../operations/past/export-past.ts';
import {
  findPastInutilizations,
  findPastNotes,
  pastEventXml,
  pastNoteInFull,
  pastNoteXml,
} from '../../../operations/past/find-past.ts';
import { sendDownload } from '../../downloads.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { filterIn, type PastFilter, queryOf } from './filter.ts';
import { pastNoteHtml } from './note-view.ts';
import { pastNotesHtml } from './view.ts';

const pageSize = 50;

/** Notes that the company issued with another system. */
export function pastNotePages({ orm, cut }: PanelParts): Router {
  const router = Router();
  const places = downloadPlaces();
  const at = '/e/:taxId/notas-de-antes';

  /** Sends the list, below the reason why a request was refused. */
  const sendList = async (req: Request, res: Response, refused?: string): Promise<void> => {
    const { person, company } = actingOn(res);
    const read = (filter: PastFilter) =>
      inCompany(orm, company.id, async (em) => ({
        filter,
        ...(await findPastNotes(em, queryOf(filter, company.environment), { page: filter.page, pageSize })),
        ranges: await findPastInutilizations(em, company.environment),
      }));
    const shown = { person, base: `/e/${company.taxId}`, isTrial: company.environment === 'HOMOLOGATION', pageSize };
    try {
      const found = await read(filterIn(req.query));
      res.status(refused ? 400 : 200).send(pastNotesHtml({ ...shown, ...found, fault: refused }));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      res.status(400).send(pastNotesHtml({ ...shown, ...(await read({ page: 1 })), fault: error.message }));
    }
  };

  router.get(at, admitted('pastNotes'), (req, res) => sendList(req, res));

  router.get(`${at}/mes.zip`, admitted('pastMonth'), async (req, res) => {
    const { company } = actingOn(res);
    const { mes } = req.query;
    const month = monthFromDigits(typeof mes === 'string' ? mes : '');
    if (!month) return sendList(req, res, 'Diga o mês com ano e mês, como 2025-03.');
    const of = { company, environment: company.environment, month };
    const name = `${company.taxId}-${monthInDigits(month)}-passado.zip`;
    const open = () => pastArchive(orm, of, { turn: places.turn });
    await sendDownload(req, res, { type: 'zip', name, open }, { places, companyId: company.id, cut });
  });

  router.get(`${at}/:id`, admitted('pastNote'), async (req, res) => {
    const { person, company } = actingOn(res);
    const found = await inCompany(orm, company.id, (em) => pastNoteInFull(em, req.params.id));
    res.send(pastNoteHtml({ person, base: `/e/${company.taxId}`, ...found }));
  });

  const sendXml = (res: Response, { name, xml }: { name: string; xml: Buffer }): void => {
    res.attachment(name).type('application/xml').send(xml);
  };

  router.get(`${at}/:id/xml`, admitted('pastNoteFile'), async (req, res) => {
    sendXml(res, await inCompany(orm, actingOn(res).company.id, (em) => pastNoteXml(em, req.params.id)));
  });

  router.get(`${at}/:id/eventos/:eventId/xml`, admitted('pastNoteFile'), async (req, res) => {
    const of = { noteId: req.params.id, eventId: req.params.eventId };
    sendXml(res, await inCompany(orm, actingOn(res).company.id, (em) => pastEventXml(em, of)));
  });

  return router;
}
