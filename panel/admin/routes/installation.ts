import { v7 as uuid } from 'uuid';
import { type AuditAction, auditActions } from '../../../domain/audit/actions.ts';
import { DomainError } from '../../../domain/errors.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import type { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { readTemplateSet, starterSet } from '../../../domain/templates/template-set.ts';
import { onceFor } from '../../../operations/access/repeatable.ts';
import { type AuditEntryShown, findEntries } from '../../../operations/audit/find-entries.ts';
import { operating, overseeing } from '../../../operations/in-company.ts';
import { packsShown } from '../../../operations/law/packs-shown.ts';
import { givenTables, type RatesInForce, ratesInForce } from '../../../operations/law/rates-in-force.ts';
import {
  listTemplates,
  loadTemplates,
  removeTemplate,
  type SharedSource,
  sharedSources,
} from '../../../operations/provisioning/templates.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { operatorOf, repeatableOf } from '../locals.ts';
import type { AdminHandlers, AdminSchema } from '../operations.ts';

type InstallationOperations =
  | 'getRates'
  | 'listSchemas'
  | 'listSharedTemplates'
  | 'loadSharedTemplates'
  | 'removeSharedTemplate'
  | 'listAudit';

/** Operations about the whole installation: the law that it computes with, the shared templates, and the audit. */
export function installationHandlers({ orm, rates, law }: PanelParts): Pick<AdminHandlers, InstallationOperations> {
  return {
    getRates: (req, res) => {
      const { state, on = brasiliaDay(new Date()) } = req.query;
      res.json(ratesView(ratesInForce(rates, givenTables(law.given), { state, on })));
    },

    listSchemas: (_req, res) => {
      const { packs, missing } = packsShown(law.packs, brasiliaDay(new Date()));
      res.json({ data: packs, missing });
    },

    listSharedTemplates: async (req, res) => {
      const found = await operating(orm, operatorOf(res), null, (em) => listTemplates(em, req.query.type));
      res.json({ data: found.map(templateView) });
    },

    loadSharedTemplates: async (req, res) => {
      const operator = operatorOf(res);
      const { templates: given, dryRun = false } = req.body;
      const source: SharedSource = req.body.source ?? (given ? 'tenant' : 'system');
      const templates = given ? readTemplateSet(given) : starterSet();
      const load = (isTrial: boolean) =>
        operating(orm, operator, null, (em) =>
          loadTemplates(em, { source, templates, dryRun: isTrial }, operator.actor),
        );
      const outcome = await onceFor(orm, operator, repeatableOf(req), {
        make: (claim) =>
          operating(orm, operator, null, async (em) => {
            if (!dryRun) await claim(em, uuid());
            return loadTemplates(em, { source, templates, dryRun }, operator.actor);
          }),
        // A repetition answers with the templates as they are now, compared with the request.
        find: () => load(true),
      });
      if ('replayed' in outcome) res.set('Idempotent-Replayed', 'true');
      const { loaded, others } = 'made' in outcome ? outcome.made : outcome.replayed;
      const told = loaded.map(({ template: { type, name }, outcome: became }) => ({ type, name, outcome: became }));
      res.json({ source, dryRun, templates: told, others });
    },

    removeSharedTemplate: async (req, res) => {
      const operator = operatorOf(res);
      await operating(orm, operator, null, (em) => removeTemplate(em, req.params.templateId, operator.actor));
      res.json({ success: true });
    },

    listAudit: async (req, res) => {
      const { limit = 50, after, companyId: company, officeId: office, action, since, until, ...equal } = req.query;
      const query = {
        ...{ company, office, ...equal, actions: action && actionsNamed(action) },
        ...(since && { since: new Date(since) }),
        ...(until && { until: new Date(until) }),
      };
      const page = await overseeing(orm, operatorOf(res), (em) => findEntries(em, query, { limit, after }));
      res.json({ data: page.entries.map(entryView), next: page.next });
    },
  };
}

/** Actions by their whole name or their first word. @throws DomainError `validation_error` for a word that no action begins with */
function actionsNamed(words: string[]): AuditAction[] {
  return words.flatMap((word) => {
    const found = auditActions.filter((action) => action === word || action.startsWith(`${word}_`));
    if (found.length > 0) return found;
    const beginnings = [...new Set(auditActions.map((action) => action.split('_')[0]))].join(', ');
    const issues = [{ path: 'action', message: `não há ação ${word}; elas começam por ${beginnings}` }];
    throw new DomainError('validation_error', `Não há ação ${word}.`, { issues });
  });
}

/** The rates without the cClassTrib table, which is the authority's own. */
function ratesView({ cClassTrib: _table, ...shown }: RatesInForce): AdminSchema<'Rates'> {
  return shown;
}

function templateView(template: FiscalTemplate): AdminSchema<'SharedTemplate'> {
  const { id, type, name, operationNature, fields, service, updatedAt } = template;
  const source = sharedSources.find((each) => each === template.source);
  if (!source) throw new TypeError('a shared template is of a shared source');
  return {
    ...{ id, source, type, name, operationNature: operationNature ?? null, cfop: fields.cfop ?? null },
    serviceCode: service?.serviceCode ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

function entryView({ at, ...entry }: AuditEntryShown): AdminSchema<'AuditEntry'> {
  return { ...entry, at: at.toISOString() };
}
