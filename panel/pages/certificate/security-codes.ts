import { type Response, Router } from 'express';
import type { Environment } from '../../../domain/companies/settings.ts';
import { administering } from '../../../operations/in-company.ts';
import { listCscs, removeCsc, removeCsrt, setCsc, setCsrt } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { failures } from '../../failures.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { actingOn, admitted } from '../../session.ts';
import { codeFields, isSecurityCode, type SecurityCode, securityCodeHtml } from './security-codes-view.ts';

const environments: ReadonlyMap<string, Environment> = new Map([
  ['producao', 'PRODUCTION'],
  ['homologacao', 'HOMOLOGATION'],
]);

/** The codes that states give out for an environment: CSC for the QR code of NFC-e, and CSRT for the maker of the software. */
export function securityCodePages({ orm, masterKey }: PanelParts): Router {
  const router = Router();
  const path = '/e/:taxId/certificado/:code/:environment';

  /** The code that the address is about; null when the company has no use for it. */
  async function asked(res: Response, of: { code: string; environment: string }) {
    const { person, company } = actingOn(res);
    const environment = environments.get(of.environment);
    const { code } = of;
    if (!environment || !isSecurityCode(code)) return null;
    if (code === 'csrt' && !company.settings?.technicalResponsible) return null;
    const present = await presentId(res, code, environment);
    const base = `/e/${company.taxId}`;
    return { company, environment, code, view: { person, base, code, environment, present } };
  }

  async function presentId(res: Response, code: SecurityCode, environment: Environment): Promise<string | null> {
    const { company } = actingOn(res);
    if (code === 'csrt') return company.settings?.technicalResponsible?.csrt?.[environment]?.id ?? null;
    const cscs = await administering(orm, company, (em) => listCscs(em, company));
    return cscs.find((csc) => csc.environment === environment)?.cscId ?? null;
  }

  router
    .route(path)
    .get(admitted('securityCode'), async (req, res) => {
      const about = await asked(res, req.params);
      if (!about) return failures.unknown(res);
      res.send(securityCodeHtml({ ...about.view, state: unsent() }));
    })
    .post(admitted('setSecurityCode'), async (req, res) => {
      const about = await asked(res, req.params);
      if (!about) return failures.unknown(res);
      const { company, environment, code, view } = about;
      const form = await readForm(req);
      const given = (name: string): string => form.get(name) ?? '';
      try {
        await administering(orm, company, async (em) => {
          const place = { company, environment, id: given('id') };
          if (code === 'csc') await setCsc(em, masterKey, { ...place, token: given('token') }, company.actor);
          else await setCsrt(em, masterKey, { ...place, code: given('code') }, company.actor);
        });
      } catch (error) {
        const state = refusedForm(error, form, codeFields(code));
        return void res.status(400).send(securityCodeHtml({ ...view, state }));
      }
      res.redirect(303, doneAt(`${view.base}/certificado`, 'codigo'));
    });

  router.post(`${path}/apagar`, admitted('removeSecurityCode'), async (req, res) => {
    const about = await asked(res, req.params);
    if (!about) return failures.unknown(res);
    const { company, environment, code, view } = about;
    try {
      const remove = code === 'csc' ? removeCsc : removeCsrt;
      await administering(orm, company, (em) => remove(em, { company, environment }, company.actor));
    } catch (error) {
      // There is nothing to erase, which is what was asked for.
      if (!(error instanceof ProvisioningRefused)) throw error;
    }
    res.redirect(303, doneAt(`${view.base}/certificado`, 'codigo-apagado'));
  });

  return router;
}
