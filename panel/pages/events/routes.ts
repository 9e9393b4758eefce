import { type Request, type Response, Router } from 'express';
import { eventXml } from '../../../operations/documents/event-files.ts';
import { withdrawable } from '../../../operations/documents/event-offers.ts';
import { NotFound } from '../../../domain/errors.ts';
import { type FormState, unsent, fieldsIn } from '../../forms/fields.ts';
import { readForm, readUploads, type Upload } from '../../forms/own-forms.ts';
import { proofFormBytes } from '../../forms/proof.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { authorityRefusal, isInvalidState } from '../../parts/refusals.ts';
import { actingOn, admitted } from '../../session.ts';
import { eventRequestIn } from './body.ts';
import { eventGroups, itemsAtOnce, type ShownItems } from './fields.ts';
import { eventFormHtml } from './form-view.ts';
import { type NoteOfEvents, type NoteRequest, type Side, sides } from './subject.ts';
import { eventsHtml } from './view.ts';
import { type CompanyEvent, eventAt, lackWords } from './words.ts';

const done = {
  registrado: 'Pronto: o evento foi registrado.',
  retirado: 'Pronto: o evento foi retirado.',
};

/** Events that a company registers about notes that it issued or received. */
export function eventPages(parts: PanelParts): Router {
  const router = Router();
  for (const side of sides) addSide(router, parts, side);

  router.get('/e/:taxId/notas/:id/eventos/:eventId/xml', admitted('noteFile'), async (req, res) => {
    const { id: documentId, eventId } = req.params;
    const { name, xml } = await eventXml(parts.orm, actingOn(res).company, { documentId, eventId });
    res.attachment(name).type('application/xml').send(xml);
  });

  return router;
}

type Formed = NoteRequest & { params: { event: string } };

function addSide(router: Router, parts: PanelParts, { path, rights, read, register }: Side): void {
  router.get(path, admitted(rights.list), async (req: NoteRequest, res) => {
    const subject = await read(parts.orm, req, res);
    res.send(eventsHtml({ person: actingOn(res).person, subject, done: doneNotice(req, done) }));
  });

  router.get(`${path}/registrar/:event`, admitted(rights.form), async (req, res) => {
    const form = await formOf(parts, { read }, req as Formed, res);
    res.send(form.html(unsent()));
  });

  router.post(`${path}/registrar/:event`, admitted(rights.send), async (req, res) => {
    const { fields: sent, files } = await sentWith(req);
    const form = await formOf(parts, { read }, req as Formed, res, sent.get('evento'));
    const { type, items, groups, subject, target } = form;
    const at = `${subject.at}/eventos`;
    // The second of two equal requests finds that nothing is left to do.
    if (form.obstacle !== null) return res.redirect(303, at);
    let placed = (error: unknown): unknown => error;
    try {
      const read = eventRequestIn(type, { fields: sent, files }, { items, eventId: target?.id ?? '' });
      ({ placed } = read);
      await register(parts, res, (req as Formed).params.id, read.asked);
      res.redirect(303, doneAt(at, type === 'EVENT_WITHDRAWAL' ? 'retirado' : 'registrado'));
    } catch (error) {
      if (isInvalidState(error)) return res.redirect(303, at);
      const state = refusedForm(placed(error), sent, fieldsIn(groups));
      res.status(400).send(form.html(state, error));
    }
  });
}

/** Reads a form with or without a file. */
async function sentWith(req: Request): Promise<{ fields: URLSearchParams; files: ReadonlyMap<string, Upload> }> {
  if (req.is('multipart/form-data')) return readUploads(req, proofFormBytes);
  return { fields: await readForm(req), files: new Map() };
}

type EventForm = {
  subject: NoteOfEvents;
  type: CompanyEvent;
  items: ShownItems;
  groups: ReturnType<typeof eventGroups>;
  target: NoteOfEvents['own'][number] | null;
  obstacle: string | null;
  html: (state: FormState, error?: unknown) => string;
};

/** @throws NotFound for an event type that does not exist */
async function formOf(
  { orm }: PanelParts,
  { read }: Pick<Side, 'read'>,
  req: Formed,
  res: Response,
  eventId: unknown = req.query['evento'],
): Promise<EventForm> {
  const type = eventAt(req.params.event);
  if (type === null) throw new NotFound('registeredEvent');
  const subject = await read(orm, req, res);
  const all = [...subject.offers.items];
  const from = startOf(req.query['de'], all.length);
  const items = all.slice(from, from + itemsAtOnce);
  const groups = eventGroups(type, items);
  const target =
    type === 'EVENT_WITHDRAWAL' ? (withdrawable(subject.own).find(({ id }) => id === eventId) ?? null) : null;
  const obstacle = obstacleOf(type, subject, target !== null);
  const shown = {
    person: actingOn(res).person,
    subject,
    type,
    groups,
    target,
    obstacle,
    place: { from, all: all.length },
  };
  return {
    ...{ subject, type, items, groups, target, obstacle },
    html: (state, error) => {
      const refusal = authorityRefusal(error);
      return eventFormHtml({ ...shown, refusal, state: refusal ? { ...state, fault: null } : state });
    },
  };
}

function startOf(asked: unknown, all: number): number {
  const from = typeof asked === 'string' && /^\d{1,3}$/.test(asked) ? Number(asked) - 1 : 0;
  return from > 0 && from < all ? from : 0;
}

function obstacleOf(type: CompanyEvent, { offers }: NoteOfEvents, isThere: boolean): string | null {
  if (type === 'EVENT_WITHDRAWAL')
    return isThere ? null : 'Este evento não se retira: já foi retirado, ou não foi registrado por aqui.';
  if (offers.lack !== null) return lackWords[offers.lack];
  return offers.types.includes(type) ? null : 'Este evento não cabe nesta nota, pelo que ela mesma diz.';
}
