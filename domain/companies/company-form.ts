import type { Company } from './company.entity.ts';
import type { CompanyForm } from './settings-schema.ts';
import type { CompanySettings } from './settings.ts';

/** Where a series stands, as `number_series` keeps it. */
export type Numbering = { model: string; series: number; nextNumber: number };

/** The fields of a company's record that a form gives. */
export function recordOf(form: CompanyForm): Pick<Company, 'taxId' | 'name' | 'tradeName' | 'environment'> & {
  settings: CompanySettings;
} {
  const { taxId, name, tradeName, environment, series, ...settings } = form;
  const used = { '55': series['55'].series, ...(series['65'] && { '65': series['65'].series }) };
  return { taxId, name, tradeName, environment, settings: { ...settings, series: used } };
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
  if (!company.settings) return formOf(company);
  const series = Object.entries(company.settings.series).map(([model, used]) => {
    const row = numberings.find((numbering) => numbering.model === model && numbering.series === used);
    return [model, { series: used, nextNumber: row?.nextNumber ?? 1 }];
  });
  return { ...formOf(company), series: Object.fromEntries(series) };
}
