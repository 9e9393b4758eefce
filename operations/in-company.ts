import { AsyncLocalStorage } from 'node:async_hooks';
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../config/orm.ts';
import type { Actor } from '../domain/audit/actor.ts';
import {
  everyCompany,
  nobody,
  operatorRole,
  type Ownership,
  panelRole,
  tenantRole,
} from '../domain/companies/ownership.ts';
import { sentAhead } from '../domain/statement-marks.ts';
import { logFields } from '../telemetry/log-fields.ts';
import type { ActingCompany, ActingOffice, PersonOfOffice } from './acting.ts';

/**
 * Runs `work` in one transaction that sees and writes only `companyId`'s rows, by both walls: the ORM's filter and, for SQL that bypasses
 * it, row-level security in PostgreSQL.
 */
export function inCompany<Result>(
  orm: Orm,
  companyId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId, officeId: nobody }, work);
}

/**
 * The same, and the database knows who acts: its triggers write down who made a document and who asked for its emission, in the round trip of
 * the document itself (docs/decisions/0068).
 */
export function inCompanyBy<Result>(
  orm: Orm,
  { id: companyId, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId, officeId: nobody }, work, actor);
}

/** The same for an office: its links, keys' endpoints and invitations, and nothing of any company. */
export function inOffice<Result>(
  orm: Orm,
  officeId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId: nobody, officeId }, work);
}

/**
 * The same for a person of an office, who may have a part of its portfolio: companies that she has not are in none of its lists.
 *
 * @param office.part ids of her companies; null for the whole portfolio
 */
export function inPortfolio<Result>(
  orm: Orm,
  { id: officeId, part, actor }: PersonOfOffice,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const inPart = async (em: EntityManager): Promise<Result> => {
    if (part !== null) await em.execute(`select set_config('lavra.part', ?, true)`, [part.join(' ')]);
    return work(em);
  };
  return inRole(orm, panelRole, { companyId: nobody, officeId }, inPart, actor);
}

/** The same for whoever acts for an office: a person in her part of the portfolio, a key or an operator in all of it. */
export function actingInOffice<Result>(
  orm: Orm,
  office: ActingOffice | PersonOfOffice,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return 'part' in office ? inPortfolio(orm, office, work) : inOffice(orm, office.id, work);
}

/** The same for both sides of a link, which changes under the eyes of either. */
export function inLink<Result>(
  orm: Orm,
  sides: { companyId: string; officeId: string },
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, sides, work);
}

/** The same for what is no company's or office's: the people of the panel, their sessions and their links. */
export function inPanel<Result>(orm: Orm, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return inRole(orm, panelRole, { companyId: nobody, officeId: nobody }, work);
}

/**
 * The same for a company, with what only the panel's login may do there: keys, certificates, the company's own settings. The database refuses it
 * to the API.
 */
export function administering<Result>(
  orm: Orm,
  { id: companyId, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inRole(orm, panelRole, { companyId, officeId: nobody }, work, actor);
}

/** Who works by an operator's key, and which companies that reaches: null is all. */
export type Operator = { keyId: string; companies: readonly string[] | null; actor: Actor };

/**
 * The same for an operator's key: with what operators do to a company, one that is being created too, and with a list of those that the key reaches.
 *
 * @param companyId whose rows it sees and writes; null for the list alone
 */
export function operating<Result>(
  orm: Orm,
  operator: Operator,
  companyId: string | null,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return asOperator(orm, operator, { companyId: companyId ?? nobody, officeId: nobody }, work);
}

/** The same for an office, one that is being created too: an operator who reaches all companies makes it, suspends it and lets it work again. */
export function operatingOffice<Result>(
  orm: Orm,
  operator: Operator,
  officeId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return asOperator(orm, operator, { companyId: nobody, officeId }, work);
}

function asOperator<Result>(
  orm: Orm,
  { keyId, companies, actor }: Operator,
  owner: Ownership,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const reached = companies === null ? '*' : companies.join(' ');
  const withReach = async (em: EntityManager): Promise<Result> => {
    await em.execute(`select set_config('lavra.operator_key', ?, true), set_config('lavra.companies', ?, true)`, [
      keyId,
      reached,
    ]);
    return work(em);
  };
  return inRole(orm, operatorRole, owner, withReach, actor);
}

/** Work that takes turns: each turn sees and writes what is of one owner, and all of them are one transaction. */
export type InTurn = <Result>(
  owner: { company: string } | { office: string },
  work: (em: EntityManager) => Promise<Result>,
) => Promise<Result>;

/** The same for several companies and offices, one after another, in one transaction. */
export function operatingInTurn<Result>(
  orm: Orm,
  operator: Operator,
  work: (em: EntityManager, inTurn: InTurn) => Promise<Result>,
): Promise<Result> {
  return operating(orm, operator, null, (em) =>
    work(em, async (owner, turn) => {
      const companyId = 'company' in owner ? owner.company : nobody;
      const officeId = 'office' in owner ? owner.office : nobody;
      em.setFilterParams('owner', { companyId, officeId });
      await em.execute(`select set_config('lavra.company_id', ?, true), set_config('lavra.office_id', ?, true)`, [
        companyId,
        officeId,
      ]);
      const result = await turn(em);
      await em.flush();
      return result;
    }),
  );
}

/**
 * What an operator's key writes of itself within a transaction that another role may have begun, which goes on after it as it was. What is thrown ends the
 * transaction.
 */
export async function asOperatorKey<Result>(
  em: EntityManager,
  { keyId }: Pick<Operator, 'keyId'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const [before] = await em.execute<{ role: string }[]>(`select current_setting('role') as role`);
  await em.execute(`select set_config('role', ?, true), set_config('lavra.operator_key', ?, true)`, [
    operatorRole,
    keyId,
  ]);
  const result = await work();
  await em.execute(`select set_config('role', ?, true)`, [before?.role ?? operatorRole]);
  return result;
}

/** Writes down calls of several companies at once, behind their answers, and nothing else of any; a statement that takes longer than told fails. */
export function recordingCalls<Result>(
  orm: Orm,
  { companies, timeoutMs }: { companies: readonly string[]; timeoutMs: number },
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const called = async (em: EntityManager): Promise<Result> => {
    await em.execute(
      `${sentAhead}select set_config('lavra.called', ?, true), set_config('statement_timeout', ?, true)`,
      [companies.join(' '), String(timeoutMs)],
    );
    return work(em);
  };
  return inOwner(orm, { companyId: nobody, officeId: nobody }, called);
}

/** Work on what is the installation's own, of no company or office: the people who operate it. */
export function inInstallation<Result>(
  orm: Orm,
  actor: Actor,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const ofInstallation = async (em: EntityManager): Promise<Result> => {
    await em.execute(`select set_config('lavra.installation', 'on', true)`);
    em.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
    return work(em);
  };
  return inRole(orm, panelRole, { companyId: nobody, officeId: nobody }, ofInstallation, actor);
}

/** Looks, and changes nothing, over all companies and offices that an operator reaches. */
export function overseeing<Result>(
  orm: Orm,
  { companies, actor }: Operator,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const overAll = async (em: EntityManager): Promise<Result> => {
    const reached = companies === null ? '*' : companies.join(' ');
    const settings = `select set_config('lavra.oversees', ?, true), set_config('lavra.companies', ?, true)`;
    await em.execute(settings, [reached, reached]);
    em.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
    return work(em);
  };
  return onlyReading(() => inRole(orm, operatorRole, { companyId: nobody, officeId: nobody }, overAll, actor));
}

const reading = new AsyncLocalStorage<true>();

/** Runs `work`, of which every transaction is read-only in the database: a page that is opened changes nothing, nor does who may only look. */
export function onlyReading<Result>(work: () => Result): Result {
  return reading.run(true, work);
}

/** Writes down who looks, within what only reads. */
export function besidesReading<Result>(work: () => Result): Result {
  return reading.exit(work);
}

function inOwner<Result>(
  orm: Orm,
  owner: Ownership,
  work: (em: EntityManager) => Promise<Result>,
  actor?: Actor,
): Promise<Result> {
  return inRole(orm, tenantRole, owner, work, actor);
}

function inRole<Result>(
  orm: Orm,
  role: string,
  { companyId, officeId }: Ownership,
  work: (em: EntityManager) => Promise<Result>,
  actor?: Actor,
): Promise<Result> {
  const fork = orm.em.fork();
  fork.setFilterParams('owner', { companyId, officeId });
  const begin = reading.getStore() ? { readOnly: true } : {};
  return fork.transactional(async (em) => {
    await em.execute(
      `${sentAhead}select set_config('role', ?, true), set_config('lavra.company_id', ?, true), set_config('lavra.office_id', ?, true),
         set_config('lavra.actor', ?, true)`,
      [role, companyId, officeId, actor ? JSON.stringify({ ...actor, requestId: logFields().requestId }) : ''],
    );
    return work(em);
  }, begin);
}

/** A fresh view for work for all companies: worker, reconciliation, command line. */
export function acrossCompanies(orm: Orm): EntityManager {
  const fork = orm.em.fork();
  fork.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
  return fork;
}

/** Reads for work for all companies, everything as it was at one instant. */
export function atOneInstant<Result>(orm: Orm, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  const read = async (em: EntityManager): Promise<Result> => {
    const result = await work(em);
    em.clear(); // else the commit compares everything that was read with what it was
    return result;
  };
  return acrossCompanies(orm).transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
}
