import { type Request, type Response, Router } from 'express';
import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { type Environment, environments } from '../../../domain/companies/settings.ts';
import type { AttemptKey } from '../../../domain/conversation/attempt-columns.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import { tellWaitingNotes } from '../../../http/runs/tell-waiting-notes.ts';
import { heldBy } from '../../../operations/authority/held.ts';
import { historySince, type StandingOf, standingsOf } from '../../../operations/authority/standings.ts';
import {
  contingencyObstacle,
  type ContingencyPlace,
  type ContingencyType,
  contingencyTypes,
  enterContingency,
  leaveContingency,
  openEntries,
} from '../../../operations/contingency/by-hand.ts';
import { contingencyNow } from '../../../operations/contingency/show.ts';
import { waitingForAuthority } from '../../../operations/contingency/waiting.ts';
import { onlyReading, operating, overseeing } from '../../../operations/in-company.ts';
import { type FormState, unsent } from '../../forms/fields.ts';
import { readForm } from '../../forms/own-forms.ts';
import { refusedForm } from '../../forms/read.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { contingencyHtml, enterHtml, leaveHtml, reasonField } from './contingency-view.ts';
import { authoritiesAt, authoritiesHtml, type ServiceShown } from './view.ts';

const shownMs = 7 * 24 * 3_600_000;

const sentences = {
  entrou: 'Em contingência: as próximas notas saem nela, até alguém sair.',
  saiu: 'Fora da contingência: o que saiu nela é transmitido agora.',
  'entrou-sem-avisar': 'Em contingência. A fila não respondeu: as notas que esperavam olham por si, em até uma hora.',
  'saiu-sem-avisar':
    'Fora da contingência. A fila não respondeu: as notas que esperavam olham por si, em até uma hora.',
};

/** How the authorities' services stand, and entering and leaving contingencies for a company, for operators. */
export function authorityPages(parts: PanelParts): Router {
  const { orm, rates, temporal } = parts;
  const router = Router();

  router.get(authoritiesAt, admitted('authorities'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const asked = typeof req.query['empresa'] === 'string' ? plainTaxId(req.query['empresa']) : '';
    const now = new Date();
    const since = new Date(now.getTime() - shownMs);
    const page = await overseeing(orm, operator, async (em) => ({
      isKnown: asked !== '' && (await em.count(Company, { taxId: asked })) > 0,
      services: {
        PRODUCTION: await servicesOf(em, 'PRODUCTION', { since, now }),
        HOMOLOGATION: await servicesOf(em, 'HOMOLOGATION', { since, now }),
      },
      entries: await openEntries(em),
    }));
    if (page.isKnown) return res.redirect(303, `${authoritiesAt}/${asked}`);
    const fault = asked === '' ? undefined : 'Não há empresa com este CNPJ ou CPF.';
    res.status(fault ? 400 : 200).send(authoritiesHtml({ person, ...page, since, now, fault }));
  });

  router.get(`${authoritiesAt}/:taxId`, admitted('companyContingency'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const now = new Date();
    const page = await overseeing(orm, operator, async (em) => {
      const company = await companyOf(em, req.params.taxId);
      const environment = environmentIn(req.query['ambiente']) ?? company.environment;
      const state = await contingencyNow(em, { company, environment, types: contingencyTypes });
      const obstacle = (type: ContingencyType) =>
        contingencyObstacle({ company, environment, type }, now, rates.contingency);
      return { company, environment, state, obstacles: { NFCE: obstacle('NFCE'), NFE: obstacle('NFE') } };
    });
    res.send(contingencyHtml({ person, ...page, now, done: doneNotice(req, sentences) }));
  });

  const acts = {
    entrar: {
      pages: { ask: 'contingencyEntry', act: 'enterContingency' },
      html: enterHtml,
      work: (em: EntityManager, place: ContingencyPlace, form: URLSearchParams, res: Response) =>
        enterContingency(em, place, form.get(reasonField.name) ?? '', {
          states: rates.contingency,
          actor: actingAsOperator(res).operator.actor,
        }),
      word: 'entrou',
    },
    sair: {
      pages: { ask: 'contingencyLeave', act: 'leaveContingency' },
      html: leaveHtml,
      work: (em: EntityManager, place: ContingencyPlace, _form: URLSearchParams, res: Response) =>
        leaveContingency(em, place, new Date(), actingAsOperator(res).operator.actor),
      word: 'saiu',
    },
  } as const;

  for (const [path, act] of Object.entries(acts)) {
    const at = `${authoritiesAt}/:taxId/${path}`;

    const ask = async (req: Request, res: Response, said: PlaceFields, state: FormState): Promise<void> => {
      const { person, operator } = actingAsOperator(res);
      const found = await onlyReading(() =>
        overseeing(orm, operator, async (em) => {
          const place = placeOf(await companyOf(em, req.params['taxId']), said);
          return { ...place, waiting: (await waitingForAuthority(em, place)).length };
        }),
      );
      res.status(state.fault === null && Object.keys(state.faults).length === 0 ? 200 : 400);
      res.send(act.html({ person, ...found, state }));
    };

    router.get(at, admitted(act.pages.ask), (req: Request, res) =>
      ask(req, res, { type: req.query['tipo'], environment: req.query['ambiente'] }, unsent()),
    );

    router.post(at, admitted(act.pages.act), async (req: Request, res) => {
      const { operator } = actingAsOperator(res);
      const form = await readForm(req);
      const said = { type: form.get('tipo'), environment: form.get('ambiente') };
      const known = await overseeing(orm, operator, (em) => companyOf(em, req.params['taxId']));
      let waiting: AttemptKey[];
      try {
        waiting = await operating(orm, operator, known.id, async (em) => {
          const place = placeOf(await em.findOneOrFail(Company, { id: known.id }), said);
          await act.work(em, place, form, res);
          return waitingForAuthority(em, place);
        });
      } catch (error) {
        return ask(req, res, said, refusedForm(error, form, [reasonField]));
      }
      const told = await tellWaitingNotes(temporal, waiting);
      const { environment } = placeOf(known, said);
      const back = `${authoritiesAt}/${known.taxId}?ambiente=${environment.toLowerCase()}`;
      res.redirect(303, doneAt(back, told === null ? `${act.word}-sem-avisar` : act.word));
    });
  }

  return router;
}

type PlaceFields = { type: unknown; environment: unknown };

function placeOf(company: Company, { type: said, environment }: PlaceFields): ContingencyPlace {
  const type = contingencyTypes.find((each) => each.toLowerCase() === said) ?? 'NFE';
  return { company, environment: environmentIn(environment) ?? company.environment, type };
}

function environmentIn(said: unknown): Environment | undefined {
  return environments.find((environment) => environment.toLowerCase() === said);
}

/** @throws DomainError `not_found` */
async function companyOf(em: EntityManager, taxId: unknown): Promise<Company> {
  const company = typeof taxId === 'string' ? await em.findOne(Company, { taxId: plainTaxId(taxId) }) : null;
  if (!company) throw new DomainError('not_found', 'Não há empresa com este CNPJ ou CPF nesta instalação.');
  return company;
}

async function servicesOf(
  em: EntityManager,
  environment: Environment,
  { since, now }: { since: Date; now: Date },
): Promise<ServiceShown[]> {
  const standings = await standingsOf(em, { environment }, now);
  const changes = await historySince(em, { environment, since });
  const isOf = ({ authorizer, model, state }: StandingOf, change: (typeof changes)[number]): boolean =>
    change.authorizer === authorizer && change.model === model && change.state === state;
  const shown: ServiceShown[] = [];
  for (const service of standings) {
    // Notes that wait for a working service are on their way: they are not counted.
    const held = service.standing === 'OPEN' ? null : await heldBy(em, service);
    shown.push({ ...service, changes: changes.filter((change) => isOf(service, change)), held });
  }
  return shown;
}
