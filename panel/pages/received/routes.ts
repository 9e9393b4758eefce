import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { monthFromDigits } from '../../../domain/month.ts';
import { manifestations } from '../../../domain/received/kinds.ts';
import { downloadPlaces } from '../../../http/download-places.ts';
import { justificationOf } from '../../../http/requests/authority-text.ts';
import { startManifestations } from '../../../http/runs/manifest-many.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';
import { syncReceived } from '../../../http/runs/sync-received.ts';
import { sendStream } from '../../../http/send-stream.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { distributionState } from '../../../operations/distribution/distribution-rows.ts';
import { tooEarly } from '../../../operations/distribution/sync.ts';
import { savedViews } from '../../../operations/accounts/saved-views.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findReceivedDocuments } from '../../../operations/lists/received-documents.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import { lastAnswers } from '../../../operations/received/manifested.ts';
import { usualKinds } from '../../../operations/received/export-month.ts';
import { exportFileName, openExport } from '../../../operations/received/export.ts';
import { receivedEventXml, receivedItems, receivedPage, receivedXml } from '../../../operations/received/files.ts';
import { findReceivedInFull } from '../../../operations/received/find-received.ts';
import { findReceivedAmong, mostManifested } from '../../../operations/received/manifest-many.ts';
import { type ManifestationRequest, manifestReceived } from '../../../operations/received/manifest.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { may } from '../../parts/may.ts';
import { authorityRefusal } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { viewSentences } from '../saved-views/bar.ts';
import { manyAnswersHtml, answerFields, answerHtml } from './answer-view.ts';
import { filterIn, queryOf, type ReceivedFilter } from './filter.ts';
import { receivedHtml } from './list-view.ts';
import { receivedNoteHtml } from './note-view.ts';

const pageSize = 50;

const sentences = {
  respondida: 'Pronto: a resposta foi registrada.',
  respondidas: 'Pronto: as respostas estão a caminho da SEFAZ. A lista mostra quando cada uma é registrada.',
  caminho: 'A resposta está a caminho: a SEFAZ ainda não a confirmou, e o Lavra continua sozinho.',
  buscando: 'Pronto: a busca começou. O que vier aparece aqui em instantes.',
};

/** The documents that others issued against a company, their files, and the company's answers. */
export function receivedPages(parts: PanelParts): Router {
  const { orm, renderer, rates } = parts;
  const places = downloadPlaces();
  const router = Router();
  const told = (res: Response) => {
    const { person, company } = actingOn(res);
    return { person, company, base: `/e/${company.taxId}`, mayAnswer: may(company.role, 'manifestation') };
  };

  const listed = (company: ActingCompany, filter: ReceivedFilter) =>
    inCompany(orm, company.id, async (em) => {
      const page = { page: filter.page, pageSize };
      const found = await findReceivedDocuments(em, company.environment, queryOf(filter), page);
      const answers = await lastAnswers(
        em,
        found.documents.map(({ id }) => id),
      );
      return { ...found, answers, clock: await distributionState(em, company, new Date()) };
    });

  /** Sends the list, below the reason why a request was refused. */
  const sendList = async (req: Request, res: Response, fault?: string): Promise<void> => {
    const all = told(res);
    const filter = filterIn(req.query);
    const version = await versionOf(orm, { company: all.company.id, list: 'received' });
    const views = await savedViews(orm, all.company, 'RECEIVED');
    const done = doneNotice(req, { ...sentences, ...viewSentences });
    const shown = { ...all, pageSize, now: new Date(), version, views, done };
    try {
      const html = receivedHtml({ ...shown, filter, ...(await listed(all.company, filter)), ...(fault && { fault }) });
      res.status(fault ? 400 : 200).send(html);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'validation_error') throw error;
      const whole: ReceivedFilter = { tab: '', search: '', from: '', to: '', page: 1 };
      const found = await listed(all.company, whole);
      res.status(400).send(receivedHtml({ ...shown, filter: whole, ...found, fault: error.message }));
    }
  };

  router.get('/e/:taxId/recebidas', admitted('received'), (req, res) => sendList(req, res));

  router.post('/e/:taxId/recebidas/buscar', admitted('syncReceived'), async (req, res) => {
    const { company, base } = told(res);
    const now = new Date();
    try {
      const asking = await syncReceived(parts, company, now);
      if (asking.sources.length === 0) throw tooEarly(asking, now);
      res.redirect(303, doneAt(`${base}/recebidas`, 'buscando'));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const noCertificate = 'A empresa está sem certificado válido: envie um em Certificado, e a busca começa sozinha.';
      await sendList(req, res, error.code === 'certificate_missing' ? noCertificate : error.message);
    }
  });

  router.get('/e/:taxId/recebidas/mes.zip', admitted('receivedMonth'), async (req, res) => {
    const { company } = told(res);
    const { mes } = req.query;
    const asked = monthFromDigits(typeof mes === 'string' ? mes : '');
    if (!asked) return sendList(req, res, 'Diga o mês com ano e mês, como 2026-11.');
    try {
      const { content } = await places.hold(company.id, () =>
        openExport(orm, [{ company, folder: '' }], asked, usualKinds, { turn: places.turn }),
      );
      const name = exportFileName(company.taxId, asked);
      await sendStream(res, { type: 'application/zip', name, content }, parts.stopping);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'no_documents' || res.headersSent) throw error;
      await sendList(req, res, error.message);
    }
  });

  router.get('/e/:taxId/recebidas/responder', admitted('manifestation'), async (req, res) => {
    const all = told(res);
    const ids = [req.query['nota'] ?? []].flat().slice(0, mostManifested).map(String);
    const notes = await inCompany(orm, all.company.id, (em) => findReceivedAmong(em, ids));
    res.send(answerHtml({ ...all, notes, state: unsent() }));
  });

  router.post('/e/:taxId/recebidas/responder', admitted('manifest'), async (req, res) => {
    const all = told(res);
    const { company, base } = all;
    const form = await readForm(req);
    const ids = form.getAll('nota');
    const found = () => inCompany(orm, company.id, (em) => findReceivedAmong(em, ids));
    try {
      const asked = askedBy(form);
      const [only, ...others] = await found();
      if (!only) throw new DomainError('validation_error', 'Escolha na lista as notas a responder.');
      if (others.length > 0) {
        const answered = await startManifestations(parts, company, ids, asked);
        if (answered.refused.length > 0) return void res.status(400).send(manyAnswersHtml({ ...all, told: answered }));
        return res.redirect(303, doneAt(`${base}/recebidas`, 'respondidas'));
      }
      const word = await registered(company, only.id, asked);
      res.redirect(303, doneAt(`${base}/recebidas/${only.id}`, word));
    } catch (error) {
      const refusal = authorityRefusal(error);
      const state = refusedForm(error, form, answerFields);
      const notes = ids.length > mostManifested ? [] : await found();
      res.status(400).send(answerHtml({ ...all, notes, state: refusal ? { ...state, fault: null } : state, refusal }));
    }
  });

  /** Registers one answer while the page waits, as the API does. When it takes longer, it goes on in the background. */
  const registered = async (
    company: ActingCompany,
    id: string,
    asked: ManifestationRequest,
  ): Promise<keyof typeof sentences> => {
    const take = () => manifestReceived(orm, company, id, asked);
    try {
      await registerEvent(parts, company, take, 'manifestation_failed');
      return 'respondida';
    } catch (error) {
      if (error instanceof DomainError && error.code === 'authority_unavailable') return 'caminho';
      throw error;
    }
  };

  router.get('/e/:taxId/recebidas/:id', admitted('receivedNote'), async (req, res) => {
    const all = told(res);
    const { id } = req.params;
    const { found, answer } = await inCompany(orm, all.company.id, async (em) => {
      const found = await findReceivedInFull(em, id);
      return { found, answer: (await lastAnswers(em, [found.document.id])).get(found.document.id) };
    });
    const items = await receivedItems(orm, all.company, found.document);
    res.send(receivedNoteHtml({ ...all, found, items, answer, done: doneNotice(req, sentences) }));
  });

  const sendXml = (res: Response, { name, xml }: { name: string; xml: Buffer }): void => {
    res.attachment(name).type('application/xml').send(xml);
  };

  router.get('/e/:taxId/recebidas/:id/xml', admitted('receivedFile'), async (req, res) => {
    sendXml(res, await receivedXml(orm, actingOn(res).company, req.params.id));
  });

  router.get('/e/:taxId/recebidas/:id/eventos/:eventId/xml', admitted('receivedFile'), async (req, res) => {
    const { id: documentId, eventId } = req.params;
    sendXml(res, await receivedEventXml(orm, actingOn(res).company, { documentId, eventId }));
  });

  router.get('/e/:taxId/recebidas/:id/pdf', admitted('receivedFile'), async (req, res) => {
    const { company } = actingOn(res);
    const { name, html } = await receivedPage(orm, company, { id: req.params.id, calendar: rates.calendar });
    const pdf = await renderer.pdf(html, company.id);
    res.type('pdf').set('Content-Disposition', `inline; filename="${name}"`).send(Buffer.from(pdf));
  });

  return router;
}

/** The answer that a form asks for. @throws DomainError `validation_error` beside its fields */
function askedBy(form: URLSearchParams): ManifestationRequest {
  const manifestation = manifestations.find((each) => each === form.get('resposta'));
  const justification = form.get('justification')?.trim() ?? '';
  if (!manifestation) throw faultOf('resposta', 'Escolha a resposta.');
  if (manifestation === 'NAO_REALIZADA') return { manifestation, justification: justificationOf({ justification }) };
  if (justification === '') return { manifestation, justification: null };
  throw faultOf('justification', 'Só a operação não realizada leva motivo: apague-o, ou mude a resposta.');
}

function faultOf(path: string, message: string): DomainError {
  return new DomainError('validation_error', message, { issues: [{ path, message }] });
}
