import { type Request, type Response, Router } from 'express';
import { isInRegister } from '../../../domain/companies/receita-regime.ts';
import { quotaStanding } from '../../../operations/documents/quota.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { listCertificates, setCompany } from '../../../operations/provisioning.ts';
import { companyActedFor } from '../../../operations/provisioning/acted-for.ts';
import { takeCertificate } from '../../forms/certificate-form.ts';
import { type Field, type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm, readValues, formTexts } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { homePaths } from '../../parts/places.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { receitaRegimeField } from '../settings/fields.ts';
import { newCertificateHtml, quotaField, quotaHtml, regimeHtml } from './view.ts';

const at = `${homePaths.INSTALLATION()}/:taxId` as const;

const sentences = {
  cota: 'A cota está guardada: vale desde a próxima nota.',
  regime: 'Guardado. O Lavra compara a partir de agora.',
  certificado: 'O certificado está em uso. O que esperava por ele tenta de novo agora.',
};

type OfCompany = Request<{ taxId: string }>;

/** What an operator sets for a company, as in the admin API: its quota, its regime at Receita Federal, and its certificate. */
export function companyMeansPages(parts: PanelParts): Router {
  const { orm, distributionWaitSeconds: waitSeconds } = parts;
  const router = Router();

  const companyOf = ({ params }: OfCompany, res: Response): Promise<ActingCompany> =>
    companyActedFor(orm, actingAsOperator(res).operator, params.taxId);

  /** Changes one field of a company's settings. @returns what is wrong with the form; null once it is done */
  async function changed(req: OfCompany, res: Response, field: Field): Promise<FormState | null> {
    const { operator } = actingAsOperator(res);
    const { id } = await companyOf(req, res);
    const form = await readForm(req);
    try {
      const patch = readValues(form, [field]);
      await operating(orm, operator, id, (em) => setCompany(em, id, patch, waitSeconds, operator.actor));
      return null;
    } catch (error) {
      return refusedForm(error, form, [field]);
    }
  }

  /** Shows a page with one form again with what is wrong in it, or redirects. */
  async function answer(
    res: Response,
    faults: FormState | null,
    { page, next }: { page: (state: FormState) => Promise<string>; next: string },
  ): Promise<void> {
    if (faults) res.status(400).send(await page(faults));
    else res.redirect(303, next);
  }

  async function quotaPage(req: OfCompany, res: Response, state?: FormState): Promise<string> {
    const { person, operator } = actingAsOperator(res);
    const company = await companyOf(req, res);
    const { id, settings } = company;
    const standing = await overseeing(orm, operator, (em) => quotaStanding(em, { company: id, settings }, new Date()));
    const shown = state ?? unsent(formTexts(settings ?? {}, [quotaField]));
    return quotaHtml({ person, company, standing, state: shown, done: doneNotice(req, sentences) });
  }

  async function regimePage(req: OfCompany, res: Response, state?: FormState): Promise<string> {
    const { person } = actingAsOperator(res);
    const company = await companyOf(req, res);
    const shown = state ?? unsent(formTexts(company.settings ?? {}, [receitaRegimeField]));
    const isKept = isInRegister(company.taxId);
    return regimeHtml({ person, company, isKept, state: shown, done: doneNotice(req, sentences) });
  }

  async function certificatePage(req: OfCompany, res: Response, state = unsent()): Promise<string> {
    const { person, operator } = actingAsOperator(res);
    const company = await companyOf(req, res);
    const certificates = await operating(orm, operator, company.id, (em) => listCertificates(em, company));
    const done = doneNotice(req, sentences);
    return newCertificateHtml({ person, company, certificates, state, now: new Date(), done });
  }

  router
    .route(`${at}/cota`)
    .get(admitted('companyQuota'), async (req, res) => void res.send(await quotaPage(req, res)))
    .post(admitted('setCompanyQuota'), async (req, res) => {
      const page = (state: FormState) => quotaPage(req, res, state);
      await answer(res, await changed(req, res, quotaField), { page, next: doneAt(req.path, 'cota') });
    });

  router
    .route(`${at}/regime`)
    .get(admitted('companyRegime'), async (req, res) => void res.send(await regimePage(req, res)))
    .post(admitted('sayCompanyRegime'), async (req, res) => {
      const page = (state: FormState) => regimePage(req, res, state);
      await answer(res, await changed(req, res, receitaRegimeField), { page, next: doneAt(req.path, 'regime') });
    });

  router
    .route(`${at}/certificado`)
    .get(admitted('companyCertificate'), async (req, res) => void res.send(await certificatePage(req, res)))
    .post(admitted('giveCompanyCertificate'), async (req, res) => {
      const { operator } = actingAsOperator(res);
      const company = await companyOf(req, res);
      const faults = await takeCertificate(parts, req, res, {
        company,
        transact: (work) => operating(orm, operator, company.id, work),
      });
      const page = (state: FormState) => certificatePage(req, res, state);
      await answer(res, faults, { page, next: doneAt(req.path, 'certificado') });
    });

  return router;
}
