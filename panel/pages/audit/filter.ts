import { validate as isUuid } from 'uuid';
import { actorKinds } from '../../../domain/audit/actor.ts';
import { endOfBrasiliaDay, startOfBrasiliaDay } from '../../../domain/fiscal-time.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { AuditQuery, RecentActor } from '../../../operations/audit/find-entries.ts';
import { actionsOf, auditGroups, type AuditGroup } from '../../parts/audit-words.ts';
import { addressQuery } from '../../parts/pager.ts';
import { dayIn } from '../../parts/day.ts';

/** The filter in the address of the list. */
export type AuditFilter = {
  /** `PERSON:{id}`, or `COMMAND_LINE:{name}` for actors without an id. */
  who?: string;
  group?: AuditGroup;
  from?: string;
  to?: string;
  /** Tax id of the only company in a list of all companies and offices. */
  company?: string;
  office?: string;
};

/** The text that names an actor in addresses. */
export const actorKey = ({ kind, id, name }: RecentActor): string => `${kind}:${id ?? name}`;

/** The filter in an address; values that make no sense are ignored. */
export function filterIn(said: (name: string) => unknown): AuditFilter {
  const text = (name: string): string | undefined => {
    const value = said(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const who = text('quem');
  const group = (Object.keys(auditGroups) as AuditGroup[]).find((each) => each.toLowerCase() === text('oque'));
  const [from, to] = [dayIn(text('de')), dayIn(text('ate'))];
  const [company, office] = [taxId(text('empresa')), taxId(text('escritorio'))];
  return {
    ...(company ? { company } : {}),
    ...(office ? { office } : {}),
    ...(who && actorIn(who) ? { who } : {}),
    ...(group ? { group } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

function taxId(text: string | undefined): string | undefined {
  const plain = plainTaxId(text ?? '');
  return plain === '' ? undefined : plain;
}

function actorIn(who: string): Pick<AuditQuery, 'actorKind' | 'actorId' | 'actorName'> | null {
  const [, kind, rest] = /^([A-Z_]+):(.{1,200})$/s.exec(who) ?? [];
  const actorKind = actorKinds.find((each) => each === kind);
  if (!actorKind || rest === undefined) return null;
  return { actorKind, ...(isUuid(rest) ? { actorId: rest } : { actorName: rest }) };
}

/** The address query of a filter. */
export function addressOf(filter: AuditFilter, more: Record<string, string> = {}): string {
  const { who, group, from, to, company, office } = filter;
  return addressQuery({
    empresa: company,
    escritorio: office,
    quem: who,
    oque: group?.toLowerCase(),
    de: from,
    ate: to,
    ...more,
  });
}

/** The filter as operations take it, without its company and office. Days are those of Brasília, the last one included. */
export function queryOf({ who, group, from, to }: AuditFilter): AuditQuery {
  return {
    ...(who ? actorIn(who) : {}),
    ...(group ? { actions: actionsOf(group) } : {}),
    ...(from ? { since: startOfBrasiliaDay(from) } : {}),
    ...(to ? { until: endOfBrasiliaDay(to) } : {}),
  };
}
