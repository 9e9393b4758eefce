import { validate as isUuid } from 'uuid';
import { actorKinds } from '../../../domain/audit/actor.ts';
import { endOfBrasiliaDay, startOfBrasiliaDay } from '../../../domain/fiscal-time.ts';
import { plainTaxId } from '../../../domain/tax-id.ts';
import type { AuditQuery, RecentActor } from '../../../operations/audit/find-entries.ts';
import { actionsOf, auditGroups, type AuditGroup } from '../../parts/audit-words.ts';
import { addressQuery } from '../../parts/pager.ts';
import { dayIn } from '../../parts/day.ts';

/** What the address of the list asks for. */
export type AuditFilter = {
  /** `PERSON:{id}`, or `COMMAND_LINE:{name}` for who has none. */
  who?: string;
  group?: AuditGroup;
  from?: string;
  to?: string;
  /** Of all companies and offices, those of one alone: its tax id. */
  company?: string;
  office?: string;
};

/** How the address names somebody. */
export const keyOf = ({ kind, id, name }: RecentActor): string => `${kind}:${id ?? name}`;

/** What the address says; what makes no sense in it counts as not said. */
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

/** The filter as an address says it. */
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

/** The filter as operations take it, but for whose entries they are: days are those of Brasília, the last one to its end. */
export function queryOf({ who, group, from, to }: AuditFilter): AuditQuery {
  return {
    ...(who ? actorIn(who) : {}),
    ...(group ? { actions: actionsOf(group) } : {}),
    ...(from ? { since: startOfBrasiliaDay(from) } : {}),
    ...(to ? { until: endOfBrasiliaDay(to) } : {}),
  };
}
