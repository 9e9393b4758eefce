import { isDeepStrictEqual } from 'node:util';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { type Actor, lavraItself } from '../../domain/audit/actor.ts';
import {
  FiscalTemplate,
  type NormalTemplate,
  type TemplateSource,
} from '../../domain/templates/fiscal-template.entity.ts';
import { record } from '../audit/record.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/** Sources of the templates that every company can use. */
export const sharedSources = ['system', 'tenant'] as const satisfies TemplateSource[];
export type SharedSource = (typeof sharedSources)[number];

/** A template of a set, and what loading the set does, or would do, with it. */
export type LoadedTemplate = { template: NormalTemplate; outcome: 'ADDED' | 'UPDATED' | 'UNCHANGED' };

/**
 * Brings the templates of a source to the given set, matched by type and name: new ones are added, changed ones keep their id. Templates that are
 * not in the set stay, because documents may name them; `others` counts them.
 *
 * @param input.dryRun reports what would be done, and does nothing
 */
export async function loadTemplates(
  em: EntityManager,
  { source, templates, dryRun }: { source: SharedSource; templates: NormalTemplate[]; dryRun: boolean },
  actor: Actor = lavraItself,
): Promise<{ loaded: LoadedTemplate[]; others: number }> {
  return em.transactional(async (em) => {
    await oneLoadAtATime(em);
    const kept = await em.find(FiscalTemplate, { company: null, source, deletedAt: null });
    const loaded = templates.map((template) => {
      const known = kept.find(({ type, name }) => type === template.type && name === template.name);
      return { template, known, outcome: outcomeOf(template, known) };
    });
    for (const { template, known, outcome } of dryRun ? [] : loaded) {
      if (outcome === 'UNCHANGED') continue;
      const kept = known ?? em.create(FiscalTemplate, { ...template, source, company: null });
      if (known) em.assign(known, template);
      const action = outcome === 'ADDED' ? 'TEMPLATE_CREATED' : 'TEMPLATE_CHANGED';
      record(em, actor, { action, subject: kept.id, details: { name: kept.name } });
    }
    const known = loaded.filter((one) => one.known).length;
    return { loaded: loaded.map(({ template, outcome }) => ({ template, outcome })), others: kept.length - known };
  });
}

/** The templates that every company can use, by source, type and name. */
export function listTemplates(em: EntityManager, type?: FiscalTemplate['type']): Promise<FiscalTemplate[]> {
  const where = { company: null, deletedAt: null, ...(type ? { type } : {}) };
  return em.find(FiscalTemplate, where, { orderBy: { source: 'asc', type: 'asc', name: 'asc' } });
}

/**
 * Takes a shared template out of every list; drafts that name it still resolve with it.
 *
 * @throws {ProvisioningRefused} `template_not_found`, also for a company's own
 */
export async function removeTemplate(
  em: EntityManager,
  id: string,
  actor: Actor = lavraItself,
): Promise<FiscalTemplate> {
  return em.transactional(async (em) => {
    const template = isUuid(id) ? await em.findOne(FiscalTemplate, { id, company: null, deletedAt: null }) : null;
    if (!template) throw new ProvisioningRefused('template_not_found', `Não há modelo compartilhado "${id}".`);
    template.remove();
    record(em, actor, { action: 'TEMPLATE_REMOVED', subject: id, details: { name: template.name } });
    return template;
  });
}

/** Serializes loads: two at the same time would both miss what the other adds, and one would fail with a conflict. */
async function oneLoadAtATime(em: EntityManager): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtext('fiscal_template'))`);
}

function outcomeOf(template: NormalTemplate, known: FiscalTemplate | undefined): LoadedTemplate['outcome'] {
  if (!known) return 'ADDED';
  return isDeepStrictEqual(known.normal(), template) ? 'UNCHANGED' : 'UPDATED';
}
