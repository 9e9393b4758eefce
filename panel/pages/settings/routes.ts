import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../domain/errors.ts';
import { hangUp } from '../../../http/bodies.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { failures } from '../../failures.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm, readUploads } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { formOfGroup, shownIn } from './changes.ts';
import { groupsWith } from './groups.ts';
import { groupHtml } from './group-view.ts';
import { changeCompany, readSettings, saveSettings, serviceTemplates } from './save.ts';
import { logoHtml, settingsHtml } from './view.ts';

const sentences = {
  ajustes: 'Os ajustes foram guardados, e valem desde a próxima nota.',
  logotipo: 'O DANFE sai com o novo logotipo desde já.',
  'sem-logotipo': 'O DANFE sai sem logotipo desde já.',
  ambiente: 'O ambiente foi trocado: as próximas notas saem nele.',
};

/** The settings of a company in groups, each on a page of its own, and an overview of what is not usual. */
export function settingsPages(parts: PanelParts): Router {
  const router = Router();

  /** The settings of a company, with groups that offer its templates. */
  const read = async (company: ActingCompany) => {
    const shown = await readSettings(parts, company);
    const chosen = shown.company.settings?.nfse?.defaultTemplateId ?? null;
    return { ...shown, groups: groupsWith(await serviceTemplates(parts, company), chosen) };
  };

  router.get('/e/:taxId/ajustes', admitted('settings'), async (req, res) => {
    const { person, company } = actingOn(res);
    const search = typeof req.query['busca'] === 'string' ? req.query['busca'].trim() : '';
    const told = { person, base: `/e/${company.taxId}`, search, done: doneNotice(req, sentences) };
    res.send(settingsHtml({ ...told, ...(await read(company)) }));
  });

  router
    .route('/e/:taxId/ajustes/logotipo')
    .get(admitted('logo'), async (_req, res) => {
      const { person, company } = actingOn(res);
      const { logo } = await readSettings(parts, company);
      res.send(logoHtml({ person, base: `/e/${company.taxId}`, logo }));
    })
    .post(admitted('changeLogo'), async (req, res) => {
      const { person, company } = actingOn(res);
      const base = `/e/${company.taxId}`;
      const { logo: present } = await readSettings(parts, company);
      const taken = await takeLogo(req, res);
      if ('fault' in taken) return void res.status(400).send(logoHtml({ person, base, logo: present, ...taken }));
      await changeCompany(parts, company, { danfe: { logo: taken.logo } });
      res.redirect(303, doneAt(`${base}/ajustes`, taken.logo === null ? 'sem-logotipo' : 'logotipo'));
    });

  router
    .route('/e/:taxId/ajustes/:group')
    .get(admitted('settingsGroup'), async (req, res) => {
      const { person, company } = actingOn(res);
      const { settings, groups } = await read(company);
      const group = groups.find(({ slug }) => slug === req.params.group);
      if (!group) return failures.unknown(res);
      const seen = shownIn(settings, formOfGroup(group));
      res.send(groupHtml({ person, base: `/e/${company.taxId}`, group, settings, state: unsent(seen), seen }));
    })
    .post(admitted('changeSettings'), async (req, res) => {
      const { person, company } = actingOn(res);
      const { groups } = await read(company);
      const group = groups.find(({ slug }) => slug === req.params.group);
      if (!group) return failures.unknown(res);
      const base = `/e/${company.taxId}`;
      const state = await saveSettings(parts, company, { form: await readForm(req), ...formOfGroup(group) });
      if (!state) return res.redirect(303, doneAt(`${base}/ajustes`, 'ajustes'));
      const { settings } = await readSettings(parts, company);
      res.status(400).send(groupHtml({ person, base, group, settings, state, seen: state.seen }));
    });

  return router;
}

/** The most bytes of a logo: the settings take 400,000 letters of base64. */
const mostBytes = 290_000;
const tooLarge = 'A imagem tem mais de 290 KB. Diminua-a: o DANFE a imprime pequena.';

/** The image of a form as the settings store it, null to remove it; or what is wrong. */
async function takeLogo(req: Request, res: Response): Promise<{ logo: string | null } | { fault: string }> {
  try {
    const { fields, files } = await readUploads(req);
    if (fields.get('remover')) return { logo: null };
    const file = files.get('logotipo');
    if (!file) return { fault: 'Escolha a imagem.' };
    const type = typeOf(file.bytes);
    if (!type) return { fault: 'A imagem não é PNG nem JPEG.' };
    if (file.bytes.length > mostBytes) return { fault: tooLarge };
    return { logo: `data:image/${type};base64,${file.bytes.toString('base64')}` };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    hangUp(req, res);
    return { fault: error.code === 'payload_too_large' ? tooLarge : error.message };
  }
}

/** The type of an image by its first bytes, whatever its name says. */
function typeOf(bytes: Buffer): 'png' | 'jpeg' | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? 'jpeg' : null;
}
