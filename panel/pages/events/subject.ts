import type { Request, Response } from 'express';
import type { Orm } from '../../../config/orm.ts';
import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { brazilianMoney } from '../../../domain/pages/html/values.ts';
import type { DocumentEventRequest } from '../../../http/requests/document-event.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';
import {
  type EventOffers,
  offersAboutIssued,
  offersAboutReceived,
} from '../../../operations/documents/event-offers.ts';
import { findDocumentInFull } from '../../../operations/documents/find-document.ts';
import { registerAboutIssued, registerAboutReceived } from '../../../operations/documents/reform-events.ts';
import {
  registerServiceAboutIssued,
  registerServiceAboutReceived,
} from '../../../operations/documents/service-events.ts';
import type { EventAbout } from '../../../operations/events-about.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findReceivedInFull } from '../../../operations/received/find-received.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { noteName } from '../../parts/note-page.ts';
import { ownOf } from '../../parts/note-standing.ts';
import type { PageName } from '../../rights.ts';
import { actingOn } from '../../session.ts';
import { kindWords } from '../received/words.ts';

export type NoteRequest = Request<{ taxId: string; id: string }>;

/** The note that events are about, issued or received, as its pages need it. */
export type NoteOfEvents = {
  here: 'notas' | 'recebidas';
  /** The path of the note's page. */
  at: string;
  /** `NF-e 1/123`. */
  name: string;
  /** The other party, and the total. */
  about: string;
  isTrial: boolean;
  events: EventAbout[];
  own: DocumentEvent[];
  offers: EventOffers;
  mayRegister: boolean;
};

/** Issued or received notes: the paths of their event pages, their rights, and their operations. */
export type Side = {
  path: string;
  rights: { list: PageName; form: PageName; send: PageName };
  read: (orm: Orm, req: NoteRequest, res: Response) => Promise<NoteOfEvents>;
  register: (parts: PanelParts, res: Response, id: string, asked: DocumentEventRequest) => Promise<DocumentEvent>;
};

const issued: Side = {
  path: '/e/:taxId/notas/:id/eventos',
  rights: { list: 'noteEvents', form: 'noteEvent', send: 'registerNoteEvent' },
  read: async (orm, req, res) => {
    const { company } = actingOn(res);
    const { document, events } = await inCompany(orm, company.id, (em) => findDocumentInFull(em, req.params.id));
    const own = ownOf(events);
    return {
      here: 'notas',
      at: `/e/${company.taxId}/notas/${document.id}`,
      name: noteName(document),
      about: `${document.clientSnapshot.name || 'Consumidor não identificado'} · R$ ${brazilianMoney(document.totalValue)}`,
      isTrial: document.environment === 'HOMOLOGATION',
      ...{ events, own, offers: await offersAboutIssued(orm, company, { document, own }) },
      mayRegister: may(company.role, 'registerNoteEvent'),
    };
  },
  register: (parts, res, id, { of, asked }) => {
    const { company } = actingOn(res);
    return registerEvent(parts, company, () =>
      of === 'SERVICE'
        ? registerServiceAboutIssued(parts.orm, company, id, asked)
        : registerAboutIssued(parts.orm, company, id, asked),
    );
  },
};

const received: Side = {
  path: '/e/:taxId/recebidas/:id/eventos',
  rights: { list: 'receivedEvents', form: 'receivedEvent', send: 'registerReceivedEvent' },
  read: async (orm, req, res) => {
    const { company } = actingOn(res);
    const { document, events } = await inCompany(orm, company.id, (em) => findReceivedInFull(em, req.params.id));
    const { id, schemaType, series, number, issuerName, totalValue, environment } = document;
    const own = ownOf(events);
    const sum = totalValue ? ` · R$ ${brazilianMoney(totalValue)}` : '';
    return {
      here: 'recebidas',
      at: `/e/${company.taxId}/recebidas/${id}`,
      name: [kindWords[schemaType], [series, number].filter(Boolean).join('/')].filter(Boolean).join(' '),
      about: `${issuerName || 'Emitente sem nome'}${sum}`,
      isTrial: environment === 'HOMOLOGATION',
      ...{ events, own, offers: await offersAboutReceived(orm, company, { document, own }) },
      mayRegister: may(company.role, 'registerReceivedEvent'),
    };
  },
  register: (parts, res, id, { of, asked }) => {
    const { company } = actingOn(res);
    return registerEvent(parts, company, () =>
      of === 'SERVICE'
        ? registerServiceAboutReceived(parts.orm, company, id, asked)
        : registerAboutReceived(parts.orm, company, id, asked),
    );
  },
};

export const sides: readonly Side[] = [issued, received];
