import type { PastNote } from '../../domain/past/past-note.entity.ts';
import { listView, pageWithDefaults } from '../../http/page.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findPastNotes, pastNoteXml } from '../../operations/past/find-past.ts';
import { setDisposition } from '../../http/send-stream.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

/** Handlers of notes that the company issued with another system. */
export function pastNoteHandlers({ orm }: ApiParts): Pick<Handlers, 'listPastNotes' | 'getPastNoteXml'> {
  return {
    listPastNotes: async (req, res) => {
      const { id, environment } = companyOf(res);
      const { issuedFrom: from, issuedTo: to, type, status, accessKey } = req.query;
      const query = { environment, type, status, accessKey, from, to };
      const { notes, total } = await inCompany(orm, id, (em) => findPastNotes(em, query, pageWithDefaults(req.query)));
      res.json(listView(notes.map(pastNoteView), total, pageWithDefaults(req.query)));
    },

    getPastNoteXml: async (req, res) => {
      const { name, xml } = await inCompany(orm, companyOf(res).id, (em) => pastNoteXml(em, req.params.id));
      setDisposition(res, name, req.query);
      res.type('application/xml').send(xml);
    },
  };
}

function pastNoteView({
  id,
  type,
  accessKey,
  series,
  number,
  status,
  totalValue,
  ...note
}: PastNote): Schema<'PastNote'> {
  const { issuedAt, recipientTaxId, recipientName, protocol, importedAt } = note;
  return {
    ...{ id, type, accessKey, series, number, status, totalValue },
    issuedAt: issuedAt.toISOString(),
    recipientTaxId: recipientTaxId ?? null,
    recipientName: recipientName ?? null,
    protocol: protocol ?? null,
    importedAt: importedAt.toISOString(),
  };
}
