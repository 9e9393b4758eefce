import { Router } from 'express';
import { Company } from '../../../domain/companies/company.entity.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { brasiliaDay, startOfBrasiliaDay } from '../../../domain/fiscal-time.ts';
import { html } from '../../../domain/pages/html/markup.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import { expiryOf } from '../../../domain/taxation/rates/ibs-cbs.ts';
import { overseeing } from '../../../operations/in-company.ts';
import { packsShown } from '../../../operations/law/packs-shown.ts';
import { givenTables, ratesInForce } from '../../../operations/law/rates-in-force.ts';
import {
  hasAuthorityRules,
  openAuthorityRules,
  noAuthorityRulesNotice,
} from '../../../operations/rehearsal/authority-rules.ts';
import { beginRehearsal, type RehearsalRequest } from '../../../operations/rehearsal/rehearse-company.ts';
import { unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { plainDecimal, refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { may } from '../../parts/may.ts';
import { streamPage } from '../../parts/streamed-page.ts';
import { count } from '../../parts/words.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { rehearsalBeginning, rehearsalFields, rehearsalFormHtml, rehearsalResult } from './rehearsal-view.ts';
import { lawAt, lawHtml } from './view.ts';

/** The tables of the law in this process, and rehearsals of a day to come with them. */
export function lawPages(parts: PanelParts): Router {
  const { orm, rates, law, version } = parts;
  const router = Router();

  router.get(lawAt, admitted('law'), (_req, res) => {
    const today = brasiliaDay(new Date());
    res.send(
      lawHtml({
        person: actingAsOperator(res).person,
        rates: ratesInForce(rates, givenTables(law.given), { state: undefined, on: today }),
        expiry: expiryOf(rates, today),
        schemas: packsShown(law.packs, today),
      }),
    );
  });

  router.get(`${lawAt}/ensaio`, admitted('rehearsal'), (_req, res) => {
    const { person, role } = actingAsOperator(res);
    const usual = { dia: firstWorkingDay(new Date()), dias: '30' };
    res.send(rehearsalFormHtml(person, unsent(usual), may(role, 'rehearse')));
  });

  router.post(`${lawAt}/ensaio`, admitted('rehearse'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const form = await readForm(req);
    let company: Company | null;
    let asked: RehearsalRequest;
    try {
      const { taxId, ...rest } = askedIn(form, new Date());
      asked = rest;
      company = await overseeing(orm, operator, (em) => em.findOne(Company, { taxId }));
      if (!company) throw wrong([{ path: 'empresa', message: 'Não há empresa com este CNPJ ou CPF.' }]);
    } catch (error) {
      return void res.status(400).send(rehearsalFormHtml(person, refusedForm(error, form, rehearsalFields), true));
    }
    const rules = hasAuthorityRules() ? openAuthorityRules() : null;
    try {
      const unjudged = rules ? null : noAuthorityRulesNotice;
      const means = { orm, actor: operator.actor, rates, packs: law.packs, version, rules, unjudged };
      const rehearsal = await beginRehearsal(means, company, asked);
      const about = { name: company.name, taxId: company.taxId, on: asked.on, total: rehearsal.count };
      await streamPage(res, rehearsalBeginning(person, about), async (say, isGone) => {
        let done = 0;
        for await (const sales of rehearsal.sales()) {
          if (isGone()) return;
          done += sales.length;
          say(html`<p class="soft">${count(done)} de ${count(rehearsal.count)}</p>`);
        }
        say(rehearsalResult(rehearsal.report()));
      });
    } finally {
      await rules?.close();
    }
  });

  return router;
}

/** 2027-01-04, the first working day on which most of the announced changes apply; once it has come, tomorrow. */
function firstWorkingDay(now: Date): string {
  const tomorrow = brasiliaDay(new Date(now.getTime() + 86_400_000));
  return tomorrow < '2027-01-04' ? '2027-01-04' : tomorrow;
}

/** @throws DomainError `validation_error` for each field that makes no sense */
function askedIn(form: URLSearchParams, now: Date): RehearsalRequest & { taxId: string } {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const [on, days, cbs] = [text('dia'), Number(text('dias')), plainDecimal(text('cbs'))];
  const issues: Issue[] = [];
  const refuse = (path: string, message: string): void => void issues.push({ path, message });
  const taxId = plainTaxId(text('empresa'));
  if (taxId === '') refuse('empresa', 'Diga a empresa.');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(on) || Number.isNaN(Date.parse(on))) refuse('dia', 'Diga o dia.');
  if (!Number.isSafeInteger(days) || days < 1 || days > 3660) refuse('dias', 'Diga um número de dias, como 30.');
  if (cbs !== '' && !(/^\d{1,2}(\.\d{1,4})?$/.test(cbs) && Number(cbs) > 0)) {
    refuse('cbs', 'Diga um percentual, como 8,8, ou deixe em branco.');
  }
  if (issues.length > 0) throw wrong(issues);
  const since = startOfBrasiliaDay(brasiliaDay(new Date(now.getTime() - days * 86_400_000)));
  return { taxId, on, since, cbs: cbs === '' ? undefined : cbs };
}

function wrong(issues: Issue[]): DomainError {
  return new DomainError('validation_error', 'Confira o que está marcado.', { issues });
}
