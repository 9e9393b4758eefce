import type { EntityManager } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { Environment } from '../../../domain/companies/settings.ts';
import { ContingencyEntry } from '../../../domain/contingency/contingency-entry.entity.ts';
import type { AttemptKey } from '../../../domain/conversation/attempt-columns.ts';
import { tellWaitingNotes } from '../../../http/runs/tell-waiting-notes.ts';
import { actOnce } from '../../../operations/access/repeatable.ts';
import { heldBy } from '../../../operations/authority/held.ts';
import { historySince, type StandingOf, standingsOf } from '../../../operations/authority/standings.ts';
import {
  contingencyObstacle,
  type ContingencyPlace,
  type ContingencyType,
  contingencyTypes,
  enterContingency,
  leaveContingency,
} from '../../../operations/contingency/by-hand.ts';
import { type ContingencyNow, contingencyNow } from '../../../operations/contingency/show.ts';
import { waitingForAuthority } from '../../../operations/contingency/waiting.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import type { Response } from 'express';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, type CreationRequest, operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type AuthorityOperations = 'listAuthorities' | 'getContingency' | 'enterContingency' | 'leaveContingency';
type Place = CreationRequest & { body: AdminSchema<'ContingencyLeaving'> };
type Entered = { entry: ContingencyEntry; waiting: AttemptKey[] };

/** The standing of the authorities' services, and the contingencies that operators enter and leave. */
export function authorityHandlers(parts: PanelParts): Pick<AdminHandlers, AuthorityOperations> {
  const { orm, rates, temporal } = parts;

  /** Enters or leaves a contingency once for one Idempotency-Key, and wakes the notes that wait. */
  async function changed(
    req: Place,
    res: Response,
    work: (em: EntityManager, place: ContingencyPlace) => Promise<ContingencyEntry>,
  ): Promise<{ view: AdminSchema<'ContingencyEntered'>; isNew: boolean }> {
    const { operator, company } = actingOn(res);
    const { documentType: type, environment = company.environment } = req.body;
    const outcome = await actOnce<null, Entered, ContingencyEntry>(orm, operator, repeatableOf(req), {
      act: (once) =>
        operating(orm, operator, company.id, (em) => {
          const enterOrLeave = async () => {
            const place = { company: await em.findOneOrFail(Company, { id: company.id }), environment, type };
            const entry = await work(em, place);
            return { entry, waiting: await waitingForAuthority(em, place) };
          };
          return once(em, enterOrLeave, ({ entry }) => ({ id: entry.id }));
        }),
      again: ({ id }) => operating(orm, operator, company.id, (em) => em.findOne(ContingencyEntry, { id })),
    });
    if ('replayed' in outcome) {
      res.set('Idempotent-Replayed', 'true');
      return { view: enteredView(outcome.replayed, true), isNew: false };
    }
    const told = await tellWaitingNotes(temporal, outcome.made.waiting);
    return { view: enteredView(outcome.made.entry, told !== null), isNew: true };
  }

  return {
    listAuthorities: async (req, res) => {
      const { environment = 'PRODUCTION', days = 7 } = req.query;
      const now = new Date();
      const since = new Date(now.getTime() - days * 86_400_000);
      const data = await overseeing(orm, operatorOf(res), (em) => servicesOf(em, environment, { since, now }));
      res.json({ environment, data });
    },

    getContingency: async (req, res) => {
      const { operator, company: acting } = actingOn(res);
      const { environment = acting.environment } = req.query;
      const view = await overseeing(orm, operator, async (em) => {
        const company = await em.findOneOrFail(Company, { id: acting.id });
        const state = await contingencyNow(em, { company, environment, types: contingencyTypes });
        const obstacle = (type: ContingencyType) =>
          contingencyObstacle({ company, environment, type }, new Date(), rates.contingency);
        return { ...contingencyView(state), obstacles: { NFE: obstacle('NFE'), NFCE: obstacle('NFCE') } };
      });
      res.json(view);
    },

    enterContingency: async (req, res) => {
      const { actor } = operatorOf(res);
      const { view, isNew } = await changed(req, res, (em, place) =>
        enterContingency(em, place, req.body.reason, { states: rates.contingency, actor }),
      );
      res.status(isNew ? 201 : 200).json(view);
    },

    leaveContingency: async (req, res) => {
      const { actor } = operatorOf(res);
      const { view } = await changed(req, res, (em, place) => leaveContingency(em, place, new Date(), actor));
      res.json(view);
    },
  };
}

/** The services with their standing, their changes since `since`, and the notes that wait for those that do not work. */
async function servicesOf(
  em: EntityManager,
  environment: Environment,
  { since, now }: { since: Date; now: Date },
): Promise<AdminSchema<'Authority'>[]> {
  const changes = await historySince(em, { environment, since });
  const data: AdminSchema<'Authority'>[] = [];
  for (const service of await standingsOf(em, { environment }, now)) {
    const held = service.standing === 'OPEN' ? null : await heldBy(em, service);
    const own = changes.filter((change) => isOf(service, change));
    data.push({ ...serviceView(service), held, changes: own.map(changeView) });
  }
  return data;
}

type Change = Awaited<ReturnType<typeof historySince>>[number];

function isOf({ authorizer, model, state }: StandingOf, change: Change): boolean {
  return change.authorizer === authorizer && change.model === model && change.state === state;
}

function serviceView(service: StandingOf): Omit<AdminSchema<'Authority'>, 'held' | 'changes'> {
  const { authorizer, model, state, standing, since, reason, cStat } = service;
  return {
    ...{ authorizer, documentType: model === '65' ? 'NFCE' : 'NFE', state: state === '' ? null : state },
    ...{ standing, since: since.toISOString(), reason, cStat },
  };
}

function changeView({ standing, reason, changedAt }: Change): AdminSchema<'AuthorityChange'> {
  return { standing, reason, changedAt: changedAt.toISOString() };
}

function contingencyView(state: ContingencyNow): Omit<AdminSchema<'ContingencyState'>, 'obstacles'> {
  const { environment, settings, entered, authorities, toTransmit, replaced } = state;
  const { nfce, nfe, giveUp } = settings;
  return {
    environment,
    settings: { nfce, nfe, giveUp },
    entered: entered.map(({ type, reason, enteredAt }) => ({
      ...{ documentType: type, reason, enteredAt: enteredAt.toISOString() },
    })),
    authorities: authorities.map(({ type, authorizer, isSvc, standing, since, reason, cStat }) => ({
      ...{ documentType: type, authorizer, isSvc, standing, since: since?.toISOString() ?? null, reason, cStat },
    })),
    toTransmit: toTransmit.map(({ type, count, oldestSince, transmitBy }) => ({
      ...{ documentType: type, count, oldestSince: oldestSince.toISOString() },
      transmitBy: transmitBy?.toISOString() ?? null,
    })),
    replacedNotes: replaced.length,
  };
}

function enteredView(entry: ContingencyEntry, isTold: boolean): AdminSchema<'ContingencyEntered'> {
  const { id, model, environment, reason, enteredAt, leftAt } = entry;
  return {
    ...{ id, documentType: model === '65' ? 'NFCE' : 'NFE', environment, reason },
    enteredAt: enteredAt.toISOString(),
    leftAt: leftAt?.toISOString() ?? null,
    isTold,
  };
}
