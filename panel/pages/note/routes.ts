import { Router } from 'express';
import { documentPage, documentXml } from '../../../operations/documents/files.ts';
import { findDocumentWithStory } from '../../../operations/documents/story.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { noteHtml } from './view.ts';

/** A note, and its files. */
export function notePages({ orm, renderer, rates: { calendar } }: PanelParts): Router {
  const router = Router();

  router.get('/e/:taxId/notas/:id', admitted('note'), async (req, res) => {
    const { person, company } = actingOn(res);
    const { id } = req.params;
    const version = await versionOf(orm, { company: company.id, document: id });
    const note = await findDocumentWithStory(orm, company, id);
    res.send(noteHtml({ person, base: `/e/${company.taxId}`, note, version, now: new Date() }));
  });

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
