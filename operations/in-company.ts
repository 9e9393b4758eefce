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
 * Runs `work` in one transaction that sees and writes only the rows of `companyId`. Two walls see to that: the ORM's filter and, for SQL that
 * bypasses it, row-level security in PostgreSQL.
 */
export function inCompany<Result>(
  orm: Orm,
  companyId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId, officeId: nobody }, work);
}

/**
 * As `inCompany`, and the database knows the actor: its triggers write who created a document and who requested its emission, in the round trip of
 * the document itself (docs/decisions/0068).
 */
export function inCompanyBy<Result>(
  orm: Orm,
  { id: companyId, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId, officeId: nobody }, work, actor);
}

/** As `inCompany`, for an office: it sees its links, the endpoints of its keys and its invitations, and nothing of any company. */
export function inOffice<Result>(
  orm: Orm,
  officeId: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, { companyId: nobody, officeId }, work);
}

/**
 * As `inOffice`, for a person of the office, who may have only a part of its portfolio: other companies are in none of the lists.
 *
 * @param office.part ids of the person's companies; null for the whole portfolio
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

/** As `inOffice`, for whoever acts for an office: a person in her part of the portfolio, a key or an operator in all of it. */
export function actingInOffice<Result>(
  orm: Orm,
  office: ActingOffice | PersonOfOffice,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return 'part' in office ? inPortfolio(orm, office, work) : inOffice(orm, office.id, work);
}

/** As `inCompany`, for both sides of a link, which either may change. */
export function inLink<Result>(
  orm: Orm,
  sides: { companyId: string; officeId: string },
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inOwner(orm, sides, work);
}

/** As `inCompany`, for rows that belong to no company or office: the people of the panel, their sessions and their links. */
export function inPanel<Result>(orm: Orm, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return inRole(orm, panelRole, { companyId: nobody, officeId: nobody }, work);
}

/** As `inCompany`, with what the panel's login may do, and the API may not: keys, certificates, the company's own settings. */
export function administering<Result>(
  orm: Orm,
  { id: companyId, actor }: Pick<ActingCompany, 'id' | 'actor'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return inRole(orm, panelRole, { companyId, officeId: nobody }, work, actor);
}

/** An operator's key, and the companies that it reaches: null is all. */
export type Operator = { keyId: string; companies: readonly string[] | null; actor: Actor };

/**
 * As `inCompany`, for an operator's key: with what operators may do to a company, which may be about to be created, and with the list of companies
 * that the key reaches.
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

/**
 * As `operating`, for an office, which may be about to be created: an operator who reaches all companies creates it, suspends it and reactivates
 * it.
 */
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

/** Runs `work` for one owner, whose rows alone it sees and writes, inside a transaction that serves several owners in turn. */
export type InTurn = <Result>(
  owner: { company: string } | { office: string },
  work: (em: EntityManager) => Promise<Result>,
) => Promise<Result>;

/** As `operating`, for several companies and offices one after another, in one transaction. */
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
 * Runs `work` with the rights of an operator's key, to write rows of the key itself, and gives the transaction back its role. What is thrown ends
 * the transaction.
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

/**
 * Runs a transaction that may only insert calls of these companies, after their answers were sent. A statement that takes longer than `timeoutMs`
 * fails.
 */
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

/** Runs `work` on what belongs to the installation itself: the people who operate it. */
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

/** Runs `work` in a read-only transaction over all companies and offices that an operator reaches. */
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

/** Runs `work` with every transaction read-only in the database: opening a page changes nothing, and people who may only look change nothing. */
export function onlyReading<Result>(work: () => Result): Result {
  return reading.run(true, work);
}

/** Runs `work` outside of `onlyReading`, so that it can write who looked at something. */
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

/** A fresh entity manager that sees all companies: for the worker, reconciliation and the command line. */
export function acrossCompanies(orm: Orm): EntityManager {
  const fork = orm.em.fork();
  fork.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
  return fork;
}

/** Runs `work` in a read-only transaction over all companies that sees everything as it was at one instant. */
export function atOneInstant<Result>(orm: Orm, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  const read = async (em: EntityManager): Promise<Result> => {
    const result = await work(em);
    em.clear(); // Otherwise the commit compares everything that was read with what it was
    return result;
  };
  return acrossCompanies(orm).transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
}
