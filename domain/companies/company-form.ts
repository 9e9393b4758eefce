import type { Count } from '../document-types.ts';
import { buyerMailDefaults } from './buyer-mail.ts';
import type { Company } from './company.entity.ts';
import type { CompanyForm } from './settings-schema.ts';
import { type CompanySettings, contingencyDefaults, type NfseSettings } from './settings.ts';

/** Where a series stands, as `number_series` keeps it. */
export type Numbering = { model: string; series: number; nextNumber: number };

/** For each count its series in use, and from which number on; null where it goes on where it is. */
export type SeriesSettings = { [Each in Count]?: { series: number; nextNumber: number | null } | undefined };

/** The fields of a company's record that a form gives. */
export function recordOf(form: CompanyForm): Pick<Company, 'taxId' | 'name' | 'tradeName' | 'environment'> & {
  settings: CompanySettings;
} {
  const { taxId, name, tradeName, environment, series, nfse, ...settings } = form;
  const used = { '55': series['55'].series, ...(series['65'] && { '65': series['65'].series }) };
  return { taxId, name, tradeName, environment, settings: { ...settings, series: used, nfse: nfse && saidOf(nfse) } };
}

function saidOf({ nextNumber: _counted, ...said }: NonNullable<CompanyForm['nfse']>): NfseSettings {
  return said;
}

/** The numbering that a form asks for, by what is counted. */
export function numberingOf({ series, nfse }: CompanyForm): SeriesSettings {
  return { ...series, ...(nfse && { NFSE: nfse }) };
}

/** The form that was last saved for a company, without its next numbers, which advance with each note. */
export function formOf({ taxId, name, tradeName, environment, settings }: Company): Record<string, unknown> {
  const identity = { taxId, name, tradeName, environment };
  if (!settings) return identity;
  const series = Object.entries(settings.series).map(([model, used]) => [model, { series: used }]);
  return { ...identity, ...settings, series: Object.fromEntries(series) };
}

/** The same form as it is shown, with the next number of each series in use. */
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

/** What is sealed is not shown; a form without it leaves it as it is. */
function withoutCsrt(
  form: Record<string, unknown>,
  { technicalResponsible }: CompanySettings,
): Record<string, unknown> {
  return technicalResponsible ? { ...form, technicalResponsible: shownOf(technicalResponsible) } : form;
}

function shownOf({ csrt: _sealed, ...shown }: NonNullable<CompanySettings['technicalResponsible']>): object {
  return shown;
}
