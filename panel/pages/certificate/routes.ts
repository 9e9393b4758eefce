import { type Response, Router } from 'express';
import { administering } from '../../../operations/in-company.ts';
import { isLastCertificate, listCertificates, listCscs, removeCertificate } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import type { Transact } from '../../../operations/transactions.ts';
import { failures } from '../../failures.ts';
import { takeCertificate } from '../../forms/certificate-form.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { certificateHtml, certificateRemovalHtml } from './view.ts';

const sentences = {
  adicionado: 'O certificado está em uso. O que esperava por ele tenta de novo agora.',
  apagado: 'O certificado foi apagado, com a sua chave privada.',
  codigo: 'O código está em uso desde a próxima nota.',
  'codigo-apagado': 'O código foi apagado.',
};

/** The certificate that a company signs with, its renewal, and the security codes of its states. */
export function certificatePages(parts: PanelParts): Router {
  const { orm } = parts;
  const router = Router();

  async function view(res: Response, state: FormState) {
    const { person, company } = actingOn(res);
    const { certificates, cscs } = await administering(orm, company, async (em) => ({
      certificates: await listCertificates(em, company),
      cscs: await listCscs(em, company),
    }));
    const base = `/e/${company.taxId}`;
    return { person, base, certificates, cscs, settings: company.settings, state, now: new Date() };
  }

  router
    .route('/e/:taxId/certificado')
    .get(admitted('certificate'), async (req, res) => {
      res.send(certificateHtml({ ...(await view(res, unsent())), done: doneNotice(req, sentences) }));
    })
    .post(admitted('addCertificate'), async (req, res) => {
      const { company } = actingOn(res);
      const transact: Transact = (work) => administering(orm, company, work);
      const faults = await takeCertificate(parts, req, res, { company, transact });
      if (faults) return void res.status(400).send(certificateHtml(await view(res, faults)));
      res.redirect(303, doneAt(`/e/${company.taxId}/certificado`, 'adicionado'));
    });

  /** What the page asks before a certificate is erased; null when the company has no such certificate. */
  async function removalOf(res: Response, id: string) {
    const { person, company } = actingOn(res);
    return administering(orm, company, async (em) => {
      const certificate = (await listCertificates(em, company)).find((one) => one.id === id);
      if (!certificate) return null;
      return { person, base: `/e/${company.taxId}`, certificate, isLast: await isLastCertificate(em, id) };
    });
  }

  router
    .route('/e/:taxId/certificado/:id/apagar')
    .get(admitted('certificateRemoval'), async (req, res) => {
      const removal = await removalOf(res, req.params.id);
      if (!removal) return failures.unknown(res);
      res.send(certificateRemovalHtml(removal));
    })
    .post(admitted('removeCertificate'), async (req, res) => {
      const { company } = actingOn(res);
      const { id } = req.params;
      const form = await readForm(req);
      const removal = await removalOf(res, id);
      if (!removal) return failures.unknown(res);
      if (removal.isLast && !form.get('ciente')) {
        const fault = 'É o único certificado válido. Marque que sabe o que para, ou adicione antes o novo.';
        return void res.status(400).send(certificateRemovalHtml({ ...removal, fault }));
      }
      try {
        await administering(orm, company, (em) => removeCertificate(em, id, company.actor));
      } catch (error) {
        // Somebody else was faster: it is erased already.
        if (!(error instanceof ProvisioningRefused)) throw error;
      }
      res.redirect(303, doneAt(`${removal.base}/certificado`, 'apagado'));
    });

  return router;
}
