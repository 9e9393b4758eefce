import { type NextFunction, type Request, type Response, Router } from 'express';
import type { ActingCompany } from '../../../operations/acting.ts';
import { DomainError } from '../../../domain/errors.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { versionOf } from '../../../operations/lists/watch.ts';
import { findTaxRules } from '../../../operations/records/tax-rules.ts';
import { type FormState, unsent, fieldsIn } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { seenIn } from '../../forms/concurrent-changes.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { rightOf } from '../../rights.ts';
import { actingOn, admitted } from '../../session.ts';
import { watchedListAt } from '../live/addresses.ts';
import { recordHtml, removalHtml } from './form-view.ts';
import type { FormContext, KeptRecord, RecordKind } from './kind.ts';
import { carriers, vehiclesOf } from './kinds/carriers.ts';
import { clients } from './kinds/clients.ts';
import { products } from './kinds/products.ts';
import { taxRules } from './kinds/tax-rules.ts';
import { templates } from './kinds/templates.ts';
import { listHtml, type RecordList } from './list-view.ts';
import { changeOf, creationIn, recordValues, partsIn, withoutEmptyParts } from './sent-record.ts';

const pageSize = 50;

/** The records of a company: five kinds, and the vehicles of carriers. */
export function recordPages(parts: PanelParts): Router {
  const router = Router();
  for (const kind of [clients, products, taxRules, templates, carriers]) {
    servePages(router, parts, { at: kind.path, kindOf: () => kind });
  }
  servePages(router, parts, {
    at: 'transporte/:carrierId/veiculos',
    kindOf: ({ params }, { taxId }) => vehiclesOf(String(params['carrierId']), `/e/${taxId}`),
  });
  return router;
}

type Place = { at: string; kindOf: (req: Request, company: ActingCompany) => RecordKind };
type Handler = (req: Request, res: Response, next: NextFunction) => Promise<void>;

function servePages(router: Router, { orm }: PanelParts, { at, kindOf }: Place): void {
  const path = `/e/:taxId/${at}`;
  const told = (req: Request, res: Response) => {
    const { person, company } = actingOn(res);
    const mayWrite = [rightOf('recordChange').audience].flat().includes(company.role);
    return { kind: kindOf(req, company), person, company, base: `/e/${company.taxId}`, mayWrite };
  };
  const found = (kind: RecordKind, { id }: ActingCompany, wanted: unknown): Promise<KeptRecord> =>
    inCompany(orm, id, (em) => kind.find(em, String(wanted)));

  const listOf = async (kind: RecordKind, { id }: ActingCompany, query: Request['query']): Promise<RecordList> => {
    const page = { page: pageIn(query['pagina']), pageSize };
    const { found: rows, ...asked } = await searched(query['busca'], (search) =>
      inCompany(orm, id, (em) => kind.list(em, { search }, page)),
    );
    return { ...rows, ...asked, ...page };
  };

  const contextFor = async (kind: RecordKind, company: ActingCompany, variant: string, parts: number) => {
    const rules = kind.namesTaxRules
      ? await inCompany(orm, company.id, async (em) => {
          const [rules] = await findTaxRules(em, { model: 'NFE' }, { limit: 200, offset: 0 });
          return rules.map(({ id, name }) => ({ id, name }));
        })
      : [];
    return { company, variant, parts, taxRules: rules } satisfies FormContext;
  };

  const list: Handler = async (req, res) => {
    const all = told(req, res);
    const watched = watchedListAt(all.kind.path);
    const version = watched && (await versionOf(orm, { company: all.company.id, list: watched }));
    const records = await listOf(all.kind, all.company, req.query);
    const done = doneNotice(req, {
      removido: 'Pronto: o cadastro foi removido.',
    });
    res.status(records.fault ? 400 : 200).send(listHtml({ ...all, records, version, done }));
  };

  const fresh: Handler = async (req, res) => {
    const all = told(req, res);
    const variant = variantOf(all.kind, req.query['tipo']);
    const groups = all.kind.groups(await contextFor(all.kind, all.company, variant, all.kind.repeated ? 1 : 0));
    res.send(recordHtml({ ...all, kept: null, variant, groups, state: unsent(all.kind.initial) }));
  };

  const create: Handler = async (req, res) => {
    const all = told(req, res);
    const { kind, company } = all;
    const sent = await readForm(req);
    const variant = variantOf(kind, sent.get('tipo'));
    const { form, groups } = await formOf(kind, company, sent, variant);
    const fields = fieldsIn(groups);
    try {
      const { id } = await kind.create(orm, company, creationIn(kind, form, fields, variant), variant);
      res.redirect(303, doneAt(`${all.base}/${kind.path}/${id}`, 'criado'));
    } catch (error) {
      const state = refusedForm(error, form, fields);
      res.status(400).send(recordHtml({ ...all, kept: null, variant, groups, state }));
    }
  };

  /** The form without empty parts, and its fields: for validation, and to show it again. */
  const formOf = async (kind: RecordKind, company: ActingCompany, sent: URLSearchParams, variant: string) => {
    const form = kind.repeated ? withoutEmptyParts(sent, kind.repeated, variant) : sent;
    const parts = kind.repeated ? partsIn(form, kind.repeated, variant) : 0;
    return { form, groups: kind.groups(await contextFor(kind, company, variant, parts)) };
  };

  const show: Handler = async (req, res) => {
    const all = told(req, res);
    const { kind, company } = all;
    const kept = await found(kind, company, req.params['id']);
    await send(req, res, kept, null);
  };

  /** Sends a record's page: as it is stored, or with a form that was refused. */
  const send = async (
    req: Request,
    res: Response,
    kept: KeptRecord,
    sent: { groups: ReturnType<RecordKind['groups']>; state: FormState; seen: FieldTexts | null } | null,
  ): Promise<void> => {
    const all = told(req, res);
    const { kind, company } = all;
    const variant = kept.variant ?? '';
    const isFixed = kept.fixed !== undefined || !all.mayWrite;
    // One part more than the record has, to add one.
    const parts = kind.repeated ? kind.repeated.countOf(kept) + (isFixed ? 0 : 1) : 0;
    const groups = sent?.groups ?? kind.groups(await contextFor(kind, company, variant, parts));
    const values = recordValues(kind, kept, fieldsIn(groups));
    const state = sent?.state ?? unsent(values);
    const seen = sent?.seen ?? values;
    const fleet = kind === carriers ? await listOf(vehiclesOf(kept.id, all.base), company, req.query) : undefined;
    const done = doneNotice(req, {
      criado: 'Pronto: o cadastro foi criado.',
      alterado: 'Pronto: o cadastro foi alterado.',
      removido: 'Pronto: o veículo foi removido.',
    });
    res.status(sent ? 400 : 200).send(recordHtml({ ...all, kept, variant, groups, state, seen, done, fleet }));
  };

  const change: Handler = async (req, res) => {
    const { kind, company, base } = told(req, res);
    const kept = await found(kind, company, req.params['id']);
    const { form, groups } = await formOf(kind, company, await readForm(req), kept.variant ?? '');
    const fields = fieldsIn(groups);
    let seen = seenIn(form);
    try {
      if (kept.fixed !== undefined) throw new DomainError('invalid_state', kept.fixed);
      const change = changeOf(kind, form, { kept, fields, seen });
      const { changes, issues } = change;
      seen = change.seen;
      if (issues.length > 0) throw new DomainError('validation_error', 'Outra pessoa mudou o mesmo.', { issues });
      if (Object.keys(changes).length > 0) await kind.change(orm, company, kept.id, changes);
      res.redirect(303, doneAt(`${base}/${kind.path}/${kept.id}`, 'alterado'));
    } catch (error) {
      await send(req, res, kept, { groups, state: refusedForm(error, form, fields), seen });
    }
  };

  const removal: Handler = async (req, res) => {
    const all = told(req, res);
    res.send(removalHtml({ ...all, kept: await found(all.kind, all.company, req.params['id']) }));
  };

  const remove: Handler = async (req, res) => {
    const all = told(req, res);
    const { kind, company, base } = all;
    const kept = await found(kind, company, req.params['id']);
    try {
      await kind.remove(orm, company, kept.id);
      res.redirect(303, doneAt(kind.trail?.href ?? `${base}/${kind.path}`, 'removido'));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'not_found') throw error;
      const inUse =
        'Este cliente tem notas e não pode ser removido. Desmarque “Ativo” no cadastro para não usá-lo mais.';
      const fault = error.code === 'client_in_use' ? inUse : error.message;
      res.status(400).send(removalHtml({ ...all, kept, fault }));
    }
  };

  // Vehicles are listed on their carrier's page.
  if (!at.includes(':')) router.get(path, admitted('records'), list);
  router.get(`${path}/novo`, admitted('newRecord'), fresh);
  router.post(`${path}/novo`, admitted('createRecord'), create);
  router.get(`${path}/:id`, admitted('record'), show);
  router.post(`${path}/:id`, admitted('recordChange'), change);
  router.get(`${path}/:id/remover`, admitted('recordRemoval'), removal);
  router.post(`${path}/:id/remover`, admitted('removeRecord'), remove);
}

function variantOf({ variants = [] }: RecordKind, asked: unknown): string {
  return variants.find(({ key }) => key === asked)?.key ?? variants[0]?.key ?? '';
}
