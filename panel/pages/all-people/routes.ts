import { type Request, type Response, Router } from 'express';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import type { Actor } from '../../../domain/audit/actor.ts';
import { DomainError } from '../../../domain/errors.ts';
import { type AnyPerson, findPeople, findPerson } from '../../../operations/accounts/all-people.ts';
import {
  linkForPerson,
  lockPerson,
  removeSecondFactor,
  signOutPerson,
  unlockPerson,
} from '../../../operations/accounts/any-person.ts';
import { findEntries } from '../../../operations/audit/find-entries.ts';
import { overseeing } from '../../../operations/in-company.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { doneAt, doneNotice } from '../../parts/done.ts';
import { pageIn } from '../../parts/pager.ts';
import { searched } from '../../parts/search-form.ts';
import { actingAsOperator, admitted } from '../../session.ts';
import { filterIn } from './filter.ts';
import { linkHtml, personHtml } from './person-view.ts';
import { allPeopleAt, allPeopleHtml } from './view.ts';

const pageSize = 50;
const actsShown = 20;

const sentences = {
  bloqueada: 'Bloqueada: saiu de todos os navegadores, e não entra mais até ser desbloqueada.',
  desbloqueada: 'Desbloqueada: entra de novo com a senha que tinha.',
  saiu: 'Saiu de todos os navegadores. Entra de novo quando quiser.',
  'sem-segundo-fator': 'O segundo fator foi retirado. Na próxima entrada basta a senha; quem administra cria outro.',
};

/** Everybody who signs in to the panel, for operators: their roles, keeping them out, and helping them in. */
export function allPeoplePages({ orm, url }: Pick<PanelParts, 'orm' | 'url'>): Router {
  const router = Router();

  router.get(allPeopleAt, admitted('allPeople'), async (req, res) => {
    const { person, operator } = actingAsOperator(res);
    const filter = filterIn((name) => req.query[name]);
    const page = { page: pageIn(req.query['pagina']), pageSize };
    const { found, ...asked } = await searched(req.query['busca'], (search) =>
      overseeing(orm, operator, (em) => findPeople(em, { ...filter, search }, page)),
    );
    const status = asked.fault === undefined ? 200 : 400;
    res.status(status).send(allPeopleHtml({ person, filter, ...page, ...found, ...asked }));
  });

  router.get(`${allPeopleAt}/:id`, admitted('anyPerson'), async (req, res) => {
    res.send(await shown(req.params.id, res, { done: doneNotice(req, sentences) }));
  });

  const acts = {
    bloquear: { page: 'lockPerson', work: lockPerson, word: 'bloqueada' },
    desbloquear: { page: 'unlockPerson', work: unlockPerson, word: 'desbloqueada' },
    'encerrar-sessoes': { page: 'signOutPerson', work: signOutPerson, word: 'saiu' },
    'retirar-segundo-fator': { page: 'removeSecondFactor', work: removeSecondFactor, word: 'sem-segundo-fator' },
  } as const;

  for (const [path, { page, work, word }] of Object.entries(acts)) {
    router.post(`${allPeopleAt}/:id/${path}`, admitted(page), (req: OfPerson, res) =>
      acted(req, res, async (actor, id) => {
        await work(orm, actor, id);
        res.redirect(303, doneAt(`${allPeopleAt}/${id}`, word));
      }),
    );
  }

  // The answer itself shows the link, which is stored nowhere.
  router.post(`${allPeopleAt}/:id/link`, admitted('linkForPerson'), (req: OfPerson, res) =>
    acted(req, res, async (actor, id) => {
      const { token, ...of } = await linkForPerson(orm, actor, id);
      const link = `${url.replace(/\/$/, '')}/senha/${token}`;
      res.send(linkHtml({ person: actingAsOperator(res).person, ...of, link, at: `${allPeopleAt}/${id}` }));
    }),
  );

  async function acted(
    { params: { id } }: OfPerson,
    res: Response,
    work: (actor: Actor, id: string) => Promise<void>,
  ): Promise<void> {
    if (!isUuid(id)) throw unknown();
    try {
      await work(actingAsOperator(res).operator.actor, id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_state') throw error;
      res.status(400).send(await shown(id, res, { fault: error.message }));
    }
  }

  async function shown(id: string, res: Response, told: Pick<Parameters<typeof personHtml>[0], 'done' | 'fault'>) {
    const { person, operator, role } = actingAsOperator(res);
    const found = await overseeing(orm, operator, async (em) => {
      const shown = await personIn(em, id);
      const { entries } = await findEntries(em, { subject: shown.id }, { limit: actsShown });
      return { shown, entries };
    });
    return personHtml({ person, role, ...found, now: new Date(), ...told });
  }

  return router;
}

type OfPerson = Request<{ id: string }>;

async function personIn(em: EntityManager, id: string): Promise<AnyPerson> {
  const found = isUuid(id) ? await findPerson(em, id) : null;
  if (!found) throw unknown();
  return found;
}

function unknown(): DomainError {
  return new DomainError('not_found', 'Não há pessoa com este endereço nesta instalação.');
}
