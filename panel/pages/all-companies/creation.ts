import { Router } from 'express';
import { v7 as uuid } from 'uuid';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { operating } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { rowIdIn, rowIdField } from '../../forms/row-id.ts';
import { type FieldGroup, fieldGroups, type FormState, unsent, fieldsIn } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { filled, refusedForm, readValues } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt } from '../../parts/done.ts';
import { framedPage } from '../../parts/frame.ts';
import { homePaths } from '../../parts/places.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { identityParts, numbers, regimeField } from '../settings/fields.ts';
import { findCity } from '../settings/identity.ts';
import { nextNumbers, numberParts, usualTaxes } from '../start/forms.ts';

const address = `${homePaths.INSTALLATION()}/nova`;
const taxIdField = { name: 'taxId', label: 'CNPJ ou CPF', isRequired: true, most: 18, isShort: true };
const [identity, place] = identityParts;

/** What a company needs to exist; its own people add the rest in their first steps. */
const groups: readonly FieldGroup[] = [
  { ...identity, fields: [taxIdField, ...identity.fields] },
  place,
  { title: 'Regime', help: 'Os impostos começam pelos de costume deste regime.', fields: [regimeField] },
  ...numberParts,
];
const shownFields = fieldsIn(groups);
const sentFields = [
  ...shownFields.filter(({ name }) => !name.startsWith('ultimo-')),
  ...fieldsIn([numbers]).filter(({ name }) => name === 'series.55.nextNumber'),
];

/** The page on which an operator creates a company. */
export function companyCreationPages({ orm }: PanelParts): Router {
  const router = Router();

  router
    .route(address)
    .get(admitted('companyCreation'), (_req, res) => {
      const { person } = actingAsOperator(res);
      res.send(creationHtml(person, uuid(), unsent({})));
    })
    .post(admitted('createCompany'), async (req, res) => {
      const { person, operator } = actingAsOperator(res);
      const form = await readForm(req);
      // The new row gets this id: a form that is sent twice creates one company.
      const id = rowIdIn(form) ?? uuid();
      try {
        const input = inputOf(form);
        const { taxId } = await operating(orm, operator, id, (em) => createCompany(em, input, operator.actor, id));
        res.redirect(303, doneAt(`${homePaths.INSTALLATION()}/${taxId}/pessoas`, 'empresa-criada'));
      } catch (error) {
        res.status(400).send(creationHtml(person, id, refusedForm(besideItsField(error), form, shownFields)));
      }
    });

  return router;
}

/** @throws DomainError `validation_error` with every fault */
function inputOf(sent: URLSearchParams): Record<string, unknown> {
  const form = nextNumbers(sent, '55');
  const input = {
    ...filled(readValues(form, sentFields)),
    taxDefaults: usualTaxes(form, plainTaxId(form.get('taxId') ?? ''), {}),
  };
  const issues = [...findCity(input, form), ...faultsOf(input)];
  if (issues.length === 0) return input;
  throw new DomainError('validation_error', 'Há campos que não podem ficar assim.', { issues });
}

/** The form asks for a city by its name and for the last number: faults of the city's code and of the next number are shown there. */
const askedAs: Record<string, string> = {
  'address.municipalityCode': 'address.city',
  'series.55.nextNumber': 'ultimo-55',
};

function faultsOf(input: Record<string, unknown>): Issue[] {
  try {
    readCompanyForm(input);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.issues.map((issue) => ({ ...issue, path: askedAs[issue.path] ?? issue.path }));
  }
}

function besideItsField(error: unknown): unknown {
  if (!(error instanceof ProvisioningRefused) || error.code !== 'company_exists') return error;
  const issues = [{ path: taxIdField.name, message: 'já existe uma empresa com este CNPJ ou CPF' }];
  return new DomainError('validation_error', error.message, { cause: error, issues });
}

function creationHtml(person: SignedIn, id: string, state: FormState): string {
  return framedPage({
    title: 'Nova empresa',
    here: 'empresas',
    person,
    body: html`<nav class="trail" aria-label="Onde você está"><a href="${homePaths.INSTALLATION()}">Empresas</a></nav>
      <div class="head"><h1>Nova empresa</h1></div>
      <p>
        Ela começa em homologação, onde nada vale. Em seguida você convida quem a administra, que envia o certificado,
        confere o que você escreveu aqui e decide quando vai para produção.
      </p>
      <form method="post" action="${address}">
        ${rowIdField(id)} ${fieldGroups(groups, state)}
        <div class="actions">
          <button class="button">Criar a empresa</button>
          <a class="quiet-link" href="${homePaths.INSTALLATION()}">Desistir</a>
        </div>
      </form>`,
  });
}
