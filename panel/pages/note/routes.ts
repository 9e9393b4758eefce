import { type Request, type Response, Router } from 'express';
import { documentPage, documentXml } from '../../../operations/documents/files.ts';
import { findLinkedNotes } from '../../../operations/documents/linked-notes.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { noteHtml } from './view.ts';

/** What has just been done with a note, by the word in the address. */
const done = {
  cancelada: 'A nota foi cancelada.',
  corrigida: 'A carta de correção foi registrada.',
  entregue: 'O comprovante de entrega foi registrado.',
  'sem-entrega': 'O comprovante de entrega foi removido.',
  emitindo: 'A nota foi mandada emitir. O resultado aparece aqui.',
  guardada: 'O rascunho foi guardado. Nada foi enviado ainda.',
  'emitindo-sem-cartao':
    'A nota foi mandada emitir, sem os dados de cartão que não cabem na forma de pagamento. O resultado aparece aqui.',
  'guardada-sem-cartao':
    'O rascunho foi guardado, sem os dados de cartão que não cabem na forma de pagamento. Nada foi enviado ainda.',
  decidida: 'A decisão foi entregue. A nota segue a partir dela.',
  tentando: 'A nota tenta de novo agora.',
  espera: 'A nota continua esperando: tentar agora não adianta. O aviso abaixo diz o que falta.',
};

/** The page of a note, and its files. */
export function notePages(parts: PanelParts): Router {
  const { orm, renderer, rates } = parts;
  const { calendar } = rates;
  const router = Router();

  router.get('/e/:taxId/notas/:id', admitted('note'), (req, res) => sendNote(parts, req, res));

  router.get('/e/:taxId/notas/:id/pdf', admitted('noteFile'), async (req, res) => {
    const { company } = actingOn(res);
    const { name, html } = await documentPage(orm, company, req.params.id, { calendar });
    const pdf = await renderer.pdf(html, company.id);
    res.type('pdf').set('Content-Disposition', `inline; filename="${name}"`).send(Buffer.from(pdf));
  });

  router.get('/e/:taxId/notas/:id/xml', admitted('noteFile'), async (req, res) => {
    const { name, xml } = await documentXml(orm, actingOn(res).company, req.params.id, 'authorized');
    res.type('xml').set('Content-Disposition', `attachment; filename="${name}"`).send(xml);
  });

  return router;
}

/** Sends the page of a note; `fault` says why an action about it was refused. */
export async function sendNote(
  { orm, runAddress }: Pick<PanelParts, 'orm' | 'runAddress'>,
  req: Request<{ id: string }>,
  res: Response,
  fault?: string,
): Promise<void> {
  const { person, company } = actingOn(res);
  const { id } = req.params;
  const version = await versionOf(orm, { company: company.id, document: id });
  const note = await findDocumentWithStory(orm, company, id);
  const linked = await findLinkedNotes(orm, note);
  const shown = company.role === 'SUPPORT_LOOKING' ? runAddress : undefined;
  const told = { version, linked, done: doneNotice(req, done), fault, runAddress: shown };
  res.send(noteHtml({ person, role: company.role, base: `/e/${company.taxId}`, note, now: new Date(), ...told }));
}
