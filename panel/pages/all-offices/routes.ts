import { type Response, Router } from 'express';
import { v7 as uuid } from 'uuid';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { plainTaxId, taxIdKind } from '../../../domain/tax-id.ts';
import { storedAddress } from '../../../operations/accounts/people.ts';
import { operatingOffice, overseeing } from '../../../operations/in-company.ts';
import { addOffice, switchOffice } from '../../../operations/provisioning.ts';
import { findOffices } from '../../../operations/provisioning/find-offices.ts';
import { glanceAtOffice } from '../../../operations/provisioning/glances.ts';
import type { OfficeInput } from '../../../operations/provisioning/offices.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { rowIdIn } from '../../forms/row-id.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { pageIn } from '../../parts/pager.ts';
import { officesAt } from '../../parts/places.ts';
import { searched } from '../../parts/search-form.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { allOfficesHtml, newOfficeHtml, officeFields, officeHtml, suspensionHtml } from './view.ts';

const pageSize = 50;

const sentences = {
  suspenso: 'O escritório foi suspenso. O que ele já tinha pedido segue até o fim; nada novo entra.',
  reativado: 'O escritório trabalha de novo: as mesmas pessoas e chaves entram desde agora.',
};

/** Every office of the installation, for operators: the list, creating one, each office's page, suspending and reactivating it. */
export function allOfficesPages({ orm }: PanelParts): Router {
  const router = Router();

  router.get(officesAt, admitted('allOffices'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      overseeing(orm, operator, (em) => findOffices(em, { search }, page)),
    );
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(allOfficesHtml({ person, role, ...page, ...found, ...asked }));
  });

  router
    .route(`${officesAt}/novo`)
    .get(admitted('officeCreation'), (_req, res) => {
      res.send(newOfficeHtml({ person: actingAsOperator(res).person, id: uuid(), state: unsent() }));
    })
    .post(admitted('createOffice'), async (req, res) => {
      const { person, operator } = actingAsOperator(res);
      const form = await readForm(req);
      // The new row gets this id: a form that is sent twice creates one office.
      const id = rowIdIn(form) ?? uuid();
      try {
        const input = inputOf(form);
        await operatingOffice(orm, operator, id, (em) => addOffice(em, input, operator.actor, id));
        res.redirect(303, doneAt(`${officesAt}/${input.taxId}/pessoas`, 'escritorio-criado'));
      } catch (error) {
        const state = refusedForm(besideItsField(error), form, officeFields);
        res.status(400).send(newOfficeHtml({ person, id, state }));
      }
    });

  router.get(`${officesAt}/:taxId`, admitted('anyOffice'), async (req, res) => {
    const { person, operator, role } = actingAsOperator(res);
    const office = await overseeing(orm, operator, (em) => glanceAtOffice(em, req.params.taxId));
    res.send(officeHtml({ person, role, office, done: doneNotice(req, sentences) }));
  });

  router
    .route(`${officesAt}/:taxId/suspender`)
    .get(admitted('officeSuspension'), async (req, res) => {
      const { person, operator } = actingAsOperator(res);
      const office = await overseeing(orm, operator, (em) => glanceAtOffice(em, req.params.taxId));
      res.send(suspensionHtml({ person, office }));
    })
    .post(admitted('suspendOffice'), async (req, res) => {
      res.redirect(303, doneAt(await switched(req.params.taxId, res, true), 'suspenso'));
    });

  router.post(`${officesAt}/:taxId/reativar`, admitted('resumeOffice'), async (req, res) => {
    res.redirect(303, doneAt(await switched(req.params.taxId, res, false), 'reativado'));
  });

  /** @returns the path of the office's page */
  async function switched(reference: string, res: Response, isSuspended: boolean): Promise<string> {
    const { operator } = actingAsOperator(res);
    const { id, taxId } = await overseeing(orm, operator, (em) => glanceAtOffice(em, reference));
    await operatingOffice(orm, operator, id, (em) => switchOffice(em, id, isSuspended, operator.actor));
    return `${officesAt}/${taxId}`;
  }

  return router;
}

/** @throws DomainError `validation_error` with every fault */
function inputOf(form: URLSearchParams): OfficeInput {
  const [taxId, name, email] = ['documento', 'nome', 'email'].map((field) => (form.get(field) ?? '').trim()) as [
    string,
    string,
    string,
  ];
  const issues: Issue[] = [];
  if (taxIdKind(plainTaxId(taxId)) === null) {
    issues.push({ path: 'documento', message: 'Deve ser um CNPJ ou CPF com dígitos verificadores corretos' });
  }
  if (name === '' || name.length > 100) issues.push({ path: 'nome', message: 'Escreva o nome, em até 100 letras' });
  if (email !== '' && !isAddress(email)) issues.push({ path: 'email', message: 'Não é um endereço de e-mail' });
  if (issues.length > 0) throw new DomainError('validation_error', 'O escritório não foi criado.', { issues });
  return { taxId: plainTaxId(taxId), name, email: email === '' ? null : email };
}

function isAddress(email: string): boolean {
  try {
    storedAddress(email);
    return true;
  } catch {
    return false;
  }
}

function besideItsField(error: unknown): unknown {
  if (!(error instanceof ProvisioningRefused) || error.code !== 'office_exists') return error;
  const issues = [{ path: 'documento', message: 'Já existe um escritório com este documento' }];
  return new DomainError('validation_error', error.message, { cause: error, issues });
}
