import type { Count } from '../document-types.ts';
import { buyerMailDefaults } from './buyer-mail.ts';
import type { Company } from './company.entity.ts';
import type { CompanyForm } from './settings-schema.ts';
import { type CompanySettings, contingencyDefaults, type NfseSettings } from './settings.ts';

/** The next number of a series, as `number_series` has it. */
export type Numbering = { model: string; series: number; nextNumber: number };

/** The series in use of each count, and the number from which it begins; null where the count goes on as it is. */
export type SeriesSettings = { [Each in Count]?: { series: number; nextNumber: number | null } | undefined };

/** The columns of a company that a form fills. */
export function companyRecord(form: CompanyForm): Pick<Company, 'taxId' | 'name' | 'tradeName' | 'environment'> & {
  settings: CompanySettings;
} {
  const { taxId, name, tradeName, environment, series, nfse, ...settings } = form;
  const used = { '55': series['55'].series, ...(series['65'] && { '65': series['65'].series }) };
  return { taxId, name, tradeName, environment, settings: { ...settings, series: used, nfse: nfse && saidOf(nfse) } };
}

function saidOf({ nextNumber: _counted, ...said }: NonNullable<CompanyForm['nfse']>): NfseSettings {
  return said;
}

/** The numbering that a form asks for, by count. */
export function numberingOf({ series, nfse }: CompanyForm): SeriesSettings {
  return { ...series, ...(nfse && { NFSE: nfse }) };
}

/** A company as the form that was last saved for it, without the next numbers, which advance with each note. */
export function formOf({ taxId, name, tradeName, environment, settings }: Company): Record<string, unknown> {
  const identity = { taxId, name, tradeName, environment };
  if (!settings) return identity;
  const series = Object.entries(settings.series).map(([model, used]) => [model, { series: used }]);
  return { ...identity, ...settings, series: Object.fromEntries(series) };
}

/** A company as the form that is shown, with the next number of each series in use. */
export function formWithNumbering(company: Company, numberings: Numbering[]): Record<string, unknown> {
  const { settings } = company;
  if (!settings) return formOf(company);
  const nextOf = (count: string, used: number): number =>
    numberings.find(({ model, series }) => model === count && series === used)?.nextNumber ?? 1;
  const series = Object.entries(settings.series).map(([model, used]) => [
    model,
    { series: used, nextNumber: nextOf(model, used) },
  ]);
  const { nfse } = settings;
  return {
    ...withoutCsrt(formOf(company), settings),
    contingency: settings.contingency ?? contingencyDefaults,
    buyerMail: settings.buyerMail ?? buyerMailDefaults,
    series: Object.fromEntries(series),
    ...(nfse && { nfse: { ...nfse, nextNumber: nextOf('NFSE', nfse.series) } }),
  };
}

/** Leaves out the sealed CSRT, which is not shown. A form that comes back without it leaves it unchanged. */
function withoutCsrt(
  form: Record<string, unknown>,
  { technicalResponsible }: CompanySettings,
): Record<string, unknown> {
  return technicalResponsible ? { ...form, technicalResponsible: shownOf(technicalResponsible) } : form;
}

function shownOf({ csrt: _sealed, ...shown }: NonNullable<CompanySettings['technicalResponsible']>): object {
  return shown;
}
