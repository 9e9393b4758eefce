import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { DomainError, type Issue } from '../../../domain/errors.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { checkedAdminBody } from '../../../openapi/check-body.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { quotaStanding } from '../../../operations/documents/quota.ts';
import { administering, inCompany } from '../../../operations/in-company.ts';
import { findCompany, mergeForm, numberingsOf, setCompany } from '../../../operations/provisioning.ts';
import { findFiscalTemplates } from '../../../operations/records/fiscal-templates.ts';
import type { FormState } from '../../forms/fields.ts';
import { refusedForm } from '../../forms/read.ts';
import { readRows, type FieldTexts } from '../../forms/rows.ts';
import { seenIn } from '../../forms/concurrent-changes.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { changesBy, type SettingsForm, shownSettings } from './changes.ts';
import type { TemplateChoice } from './groups.ts';
import { placeIn } from './list-changes.ts';
import { asGroup, rowsIn } from './lists.ts';

type Parts = Pick<PanelParts, 'orm' | 'distributionWaitSeconds'>;

/** A company with its settings as forms show them, its logo and its quota. */
export function readSettings({ orm }: Pick<Parts, 'orm'>, acting: ActingCompany) {
  return administering(orm, acting, async (em) => {
    const company = await findCompany(em, acting.id);
    const settings = shownSettings(company, await numberingsOf(em, company));
    const quota = await quotaStanding(em, { company: acting.id, settings: company.settings ?? null }, new Date());
    return { company, settings, logo: company.settings?.danfe.logo ?? null, quota };
  });
}

const templatesAtMost = 500;

/** The service templates that a company may choose from, by name: its own and the shared ones. */
export async function serviceTemplates({ orm }: Pick<Parts, 'orm'>, { id }: ActingCompany): Promise<TemplateChoice[]> {
  const window = { limit: templatesAtMost, offset: 0 };
  const [found] = await inCompany(orm, id, (em) => findFiscalTemplates(em, { type: 'NFSE' }, window));
  return found
    .map(({ id, name, company }) => ({ id, name, isShared: company === null }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}

/** A form that could not be saved: what was written, what is wrong, and what it has seen of others' changes. */
export type RefusedSettings = FormState & { seen: FieldTexts };

/**
 * Saves what a form changes of the settings, checked against the locked settings: nobody else's change comes between.
 *
 * @param over further changes that are saved with it
 * @returns the form with what is wrong beside its fields; null once it is saved
 */
export async function saveSettings(
  parts: Parts,
  acting: ActingCompany,
  {
    form,
    fields,
    lists = [],
    over = {},
  }: Partial<SettingsForm> & Pick<SettingsForm, 'fields'> & { form: URLSearchParams; over?: Record<string, unknown> },
): Promise<RefusedSettings | null> {
  const written: FieldTexts = Object.fromEntries(form);
  let seen = seenIn(form) ?? {};
  try {
    await changeCompany(parts, acting, (company, present) => {
      const settings = shownSettings(company, []);
      const today = brasiliaDay(new Date());
      const change = changesBy(form, { fields, lists }, { settings, seen: seenIn(form), today });
      seen = change.seen;
      const changes = mergeForm(change.changes, over);
      const checked = faultsOf(changes, present).map((issue) => {
        const place = lists
          .map((list) => placeIn(list, issue.path, { written, change: changes[list.name] }))
          .find((path) => path !== null);
        return { ...issue, path: place ?? issue.path };
      });
      refuse([...change.issues, ...checked]);
      return changes;
    });
    return null;
  } catch (error) {
    const groups = lists.map((list) => asGroup(list, readRows(written, rowsIn(list)).length));
    const all = [...fields, ...groups.flatMap((group) => group.fields)];
    return { ...refusedForm(error, form, all), values: written, seen };
  }
}

/** What is wrong with the changes by the domain, and by the admin contract. The domain comes first, since its sentences say more. */
function faultsOf(changes: Record<string, unknown>, present: Record<string, unknown>): Issue[] {
  // In the admin contract an operation of its own changes numbers.
  const ofContract = Object.fromEntries(Object.entries(changes).filter(([name]) => name !== 'series'));
  return [
    ...issuesOf(() => readCompanyForm(mergeForm(present, changes))),
    ...issuesOf(() => checkedAdminBody('CompanyChanges', ofContract)),
  ];
}

function issuesOf(check: () => unknown): Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.issues;
    throw error;
  }
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw new DomainError('validation_error', 'Há campos que não podem ficar assim.', { issues });
}

/**
 * Changes the company's settings, unless the changes are empty.
 *
 * @param changes the changes, or a function that makes them of the locked company
 * @throws as `setCompany`
 */
export async function changeCompany(
  { orm, distributionWaitSeconds: waits }: Parts,
  acting: ActingCompany,
  changes: Parameters<typeof setCompany>[2],
): Promise<void> {
  await administering(orm, acting, (em) => setCompany(em, acting.id, changes, waits, acting.actor));
}
