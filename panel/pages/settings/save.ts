import type { PanelParts } from '../../panel-parts.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { quotaStanding } from '../../../operations/documents/quota.ts';
import { administering } from '../../../operations/in-company.ts';
import { findCompany, mergeForm, numberingsOf, setCompany } from '../../../operations/provisioning.ts';
import { ProvisioningRefused } from '../../../operations/provisioning/provisioning-refused.ts';
import { type Field, type FormState } from '../../forms/fields.ts';
import { refused } from '../../forms/read.ts';
import { changesBy, shownSettings } from './changes.ts';

type Parts = Pick<PanelParts, 'orm' | 'distributionWaitSeconds'>;

/** The company as its settings are shown: what it says, its logo, and where its quota stands. */
export function readSettings({ orm }: Pick<Parts, 'orm'>, acting: ActingCompany) {
  return administering(orm, acting, async (em) => {
    const company = await findCompany(em, acting.id);
    const settings = shownSettings(company, await numberingsOf(em, company));
    const quota = await quotaStanding(em, { company: acting.id, settings: company.settings ?? null }, new Date());
    return { company, settings, logo: company.settings?.danfe.logo ?? null, quota };
  });
}

/**
 * Saves what a form changes of the settings.
 *
 * @param over what else is changed with it
 * @returns the form with what is wrong beside its fields; null where it is saved
 */
export async function saveSettings(
  parts: Parts,
  acting: ActingCompany,
  { form, fields, over = {} }: { form: URLSearchParams; fields: readonly Field[]; over?: Record<string, unknown> },
): Promise<FormState | null> {
  const { settings } = await readSettings(parts, acting);
  try {
    await changeCompany(parts, acting, mergeForm(changesBy(form, fields, settings), over));
    return null;
  } catch (error) {
    return refused(inWordsOfForm(error), form, fields);
  }
}

/** Changes the company, and nothing where nothing is to be changed. @throws as `setCompany` */
export async function changeCompany(
  { orm, distributionWaitSeconds: waits }: Parts,
  acting: ActingCompany,
  changes: Record<string, unknown>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await administering(orm, acting, (em) => setCompany(em, acting.id, changes, waits, acting.actor));
}

/** What the refusal calls by the name that it has at the command line. */
function inWordsOfForm(error: unknown): unknown {
  if (!(error instanceof ProvisioningRefused) || error.code !== 'number_in_use') return error;
  return new ProvisioningRefused(error.code, error.message.replace('deixe nextNumber fora', 'deixe o campo vazio'));
}
