import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { contingencyDefaults, type Environment } from '../../domain/companies/settings.ts';
import { printableSchema } from '../../domain/companies/text-schema.ts';
import { hasEpec, hasSvc, issuerInState, refusesOffline } from '../../domain/contingency/choose.ts';
import { ContingencyEntry } from '../../domain/contingency/contingency-entry.entity.ts';
import { type Model, traitsOf } from '../../domain/document-types.ts';
import { DomainError } from '../../domain/errors.ts';
import { portugueseMessages, issuesOf } from '../../domain/schema-messages.ts';
import { type ContingencyStates, shippedContingencyStates } from '../../domain/taxation/rates/contingency.ts';
import { record } from '../audit/record.ts';

/** The types of document that can be issued in contingency. */
export const contingencyTypes = ['NFCE', 'NFE'] as const;
export type ContingencyType = (typeof contingencyTypes)[number];

/** Where a contingency is entered and left: one model of a company in one environment. */
export type ContingencyPlace = { company: Company; environment: Environment; type: ContingencyType };

/** Which contingencies of a company are asked about. */
export type PlaceQuery = { company: Company; environment: Environment; types: readonly ContingencyType[] };

export const modelOf = (type: ContingencyType): Model => traitsOf[type].model;

/** A place in words: `NFC-e em PRODUCTION`. */
export const contingencyPlaceInWords = ({ environment, type }: Omit<ContingencyPlace, 'company'>): string =>
  `${traitsOf[type].title} em ${environment}`;

/** The field of `settings.contingency` for a type. */
export const switchOf = (type: ContingencyType): 'nfce' | 'nfe' => (type === 'NFCE' ? 'nfce' : 'nfe');

/** xJust (B29): 15 to 256 characters. */
const reasonSchema = printableSchema(15, 256);

/**
 * Puts a model of a company into contingency until a person leaves it: notes are issued in contingency, however the authority's service stands.
 *
 * @param reason xJust of the notes
 * @throws DomainError `validation_error` for the reason; `invalid_state` where the company's settings or its state do not allow it, or it was
 *   entered before
 */
export async function enterContingency(
  em: EntityManager,
  place: ContingencyPlace,
  reason: string,
  {
    now = new Date(),
    states = shippedContingencyStates,
    actor = lavraItself,
  }: { now?: Date; states?: ContingencyStates; actor?: Actor } = {},
): Promise<ContingencyEntry> {
  const checked = readReason(reason);
  refuseUnlessAllowed(place, now, states);
  const { company, environment, type } = place;
  try {
    return await em.transactional(async (em) => {
      const model = modelOf(type);
      const entry = em.create(ContingencyEntry, {
        ...{ company: company.id, environment, model, reason: checked, enteredAt: now },
      });
      const details = { type, environment, reason: checked };
      record(em, actor, { action: 'CONTINGENCY_ENTERED', company: company.id, subject: entry.id, details });
      await em.flush();
      return entry;
    });
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    const message = `A contingência de ${contingencyPlaceInWords(place)} já foi declarada; veja "lavra contingency show --company ${company.taxId}".`;
    throw new DomainError('invalid_state', message, { cause });
  }
}

function readReason(reason: string): string {
  const parsed = reasonSchema.safeParse(reason, { error: portugueseMessages });
  if (parsed.success) return parsed.data;
  const issues = issuesOf(parsed.error).map((issue) => ({ ...issue, path: 'reason' }));
  throw new DomainError('validation_error', 'O motivo vai na nota (xJust) e deve ter de 15 a 256 caracteres.', {
    issues,
  });
}

const switchOn: Record<ContingencyType, (taxId: string) => string> = {
  NFCE: (taxId) => `ligue-a com "lavra company set ${taxId} --contingency-nfce MANUAL", ou AUTOMATIC`,
  NFE: (taxId) => `ligue-a com "lavra company set ${taxId} --contingency-nfe MANUAL", ou AUTOMATIC`,
};

/**
 * Why a contingency cannot be entered: the company has no settings or has switched it off, its state refuses NFC-e that were issued offline, or
 * has neither an SVC nor EPEC for NF-e.
 */
export type ContingencyObstacle = 'UNCONFIGURED' | 'SWITCHED_OFF' | 'REFUSED_OFFLINE' | 'NO_SUBSTITUTE';

/** Why a contingency cannot be entered at a place now; null where it can. */
export function contingencyObstacle(
  { company: { settings }, environment, type }: ContingencyPlace,
  now: Date,
  states: ContingencyStates,
): ContingencyObstacle | null {
  if (!settings) return 'UNCONFIGURED';
  if ((settings.contingency ?? contingencyDefaults)[switchOf(type)] === 'OFF') return 'SWITCHED_OFF';
  const issuer = issuerInState(settings);
  if (type === 'NFCE') return refusesOffline(issuer.state, now, states) ? 'REFUSED_OFFLINE' : null;
  const hasSubstitute = hasSvc(issuer, environment, { on: now, table: states }) || hasEpec(issuer, now, states);
  return hasSubstitute ? null : 'NO_SUBSTITUTE';
}

function refuseUnlessAllowed(place: ContingencyPlace, now: Date, states: ContingencyStates): void {
  const obstacle = contingencyObstacle(place, now, states);
  if (obstacle !== null) throw new DomainError('invalid_state', obstacleInWords(obstacle, place));
}

function obstacleInWords(obstacle: ContingencyObstacle, place: ContingencyPlace): string {
  const { taxId, settings } = place.company;
  const state = settings?.address.state ?? '';
  switch (obstacle) {
    case 'UNCONFIGURED':
      return 'A empresa não tem configurações fiscais: não emite notas.';
    case 'SWITCHED_OFF':
      return `A contingência de ${contingencyPlaceInWords(place)} está desligada (OFF): ${switchOn[place.type](taxId)}.`;
    case 'REFUSED_OFFLINE':
      return `${state} recusa NFC-e em contingência offline (712): elas esperam o serviço voltar.`;
    case 'NO_SUBSTITUTE':
      return `${settings?.stateRegistration ? `${state} não tem` : 'Sem inscrição estadual não há'} SVC nem EPEC: as NF-e esperam o serviço voltar.`;
  }
}

/**
 * Leaves the contingency that a person entered. Notes that were issued in it stay as they are, and are transmitted.
 *
 * @throws DomainError `invalid_state` where none is entered
 */
export function leaveContingency(
  em: EntityManager,
  place: ContingencyPlace,
  now = new Date(),
  actor: Actor = lavraItself,
): Promise<ContingencyEntry> {
  const { company, environment, type } = place;
  return em.transactional(async (em) => {
    const where = { company: company.id, environment, model: modelOf(type), leftAt: null };
    const entry = await em.findOne(ContingencyEntry, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!entry) {
      const message = `Ninguém declarou contingência de ${contingencyPlaceInWords(place)}: não há de que sair.`;
      throw new DomainError('invalid_state', message);
    }
    entry.leftAt = now;
    const details = { type, environment };
    record(em, actor, { action: 'CONTINGENCY_LEFT', company: company.id, subject: entry.id, details });
    return entry;
  });
}

/** A contingency that a person entered and nobody left, with its company. */
export type OpenEntry = {
  taxId: string;
  name: string;
  environment: Environment;
  model: Model;
  reason: string;
  enteredAt: Date;
};

/** The open entries of every company that `em` sees, the oldest first. */
export async function openEntries(em: EntityManager, limit = 200): Promise<OpenEntry[]> {
  const rows = await em.execute<(Omit<OpenEntry, 'enteredAt'> & { enteredAt: Date | string })[]>(
    `select c.tax_id as "taxId", c.name, e.environment, e.model, e.reason, e.entered_at as "enteredAt"
     from contingency_entry e join company c on c.id = e.company_id
     where e.left_at is null order by e.entered_at, e.id limit ?`,
    [limit],
  );
  return rows.map((row) => ({ ...row, enteredAt: new Date(row.enteredAt) }));
}
