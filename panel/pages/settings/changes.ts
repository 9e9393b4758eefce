import { formWithNumbering } from '../../../domain/companies/company-form.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import type { Issue } from '../../../domain/errors.ts';
import { mergeForm } from '../../../operations/provisioning.ts';
import type { Field } from '../../forms/fields.ts';
import { fieldsIn } from '../../forms/fields.ts';
import { type ValueTree, readValues, formTexts } from '../../forms/read.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { changeIn, conflictAt, valueInWords } from '../../forms/concurrent-changes.ts';
import { municipalityFields } from './service-fields.ts';
import { type SettingsGroup } from './groups.ts';
import { findCity } from './identity.ts';
import { listChange } from './list-changes.ts';
import { entriesOf, settingsListInWords, rowsFor, shownEntries } from './list-entries.ts';

type Numberings = Parameters<typeof formWithNumbering>[1];

/** The settings of a company as forms show them (`form`: its own over the usual ones), and the usual ones by themselves. */
export type ShownSettings = { form: Record<string, unknown>; usual: Record<string, unknown> };

/** A company's own settings over those that it would have if it had set nothing. */
export function shownSettings(company: Company, numberings: Numberings): ShownSettings {
  const said = formWithNumbering(company, numberings);
  const { taxId, name, settings } = company;
  if (!settings) return { form: said, usual: {} };
  const usual = { ...usualForm, taxId, name, taxRegime: settings.taxRegime, address: settings.address };
  return { form: mergeForm(usual, said), usual };
}

/** The settings of a company that sets no more than it must. A made-up company, because settings of an old one may no longer be valid. */
const usualForm = readCompanyForm({
  taxId: '11222333000181',
  name: 'Empresa',
  taxRegime: 'NORMAL',
  address: {
    ...{ street: 'Rua', number: 'S/N', neighborhood: 'Centro', city: 'São Paulo', state: 'SP' },
    ...{ municipalityCode: '3550308', zipCode: '01001000' },
  },
});

/** The fields and lists of a settings form. */
export type SettingsForm = { fields: readonly Field[]; lists: NonNullable<SettingsGroup['lists']> };

export const formOfGroup = ({ parts, lists = [] }: SettingsGroup): SettingsForm => ({ fields: fieldsIn(parts), lists });

/** The text in fields and rows. Fields of a next number stay empty: numbering goes on by itself. */
export function shownIn(
  { form }: ShownSettings,
  { fields, lists }: SettingsForm,
  today = brasiliaDay(new Date()),
): FieldTexts {
  const values = formTexts(form, fields);
  for (const { name } of fields) if (name.endsWith('.nextNumber')) values[name] = '';
  const rows = lists.map((list) => rowsFor(list, shownEntries(list, entriesOf(list, form), today).rows));
  return Object.assign(values, ...rows) as FieldTexts;
}

/** The settings in which a company differs from the usual ones, and its values as people read them. */
export function ownIn(
  settings: ShownSettings,
  { fields, lists }: SettingsForm,
): { name: string; label: string; words: string }[] {
  const [own, usual] = [formTexts(settings.form, fields), formTexts(settings.usual, fields)];
  const ownFields = fields
    .filter(({ name }) => !name.endsWith('.nextNumber') && own[name] !== usual[name])
    .map((field) => ({ name: field.name, label: field.label, words: valueInWords(field, own[field.name] ?? '') }));
  const ownLists = lists.flatMap((list) => {
    const entries = entriesOf(list, settings.form);
    if (entries.length === 0) return [];
    return [{ name: list.name, label: list.title, words: settingsListInWords(list, entries, brasiliaDay(new Date())) }];
  });
  return [...ownFields, ...ownLists];
}

/** What a form changes, what is wrong with it, and what the form has seen when it is shown again. */
export type SettingsChange = { changes: ValueTree; issues: Issue[]; seen: FieldTexts };

/**
 * The changes that a form makes to the settings. What the person left as it was is not among them: so saving one group changes no other, what
 * somebody else changed meanwhile stays, and the audit names what has changed.
 *
 * @param seen what the form showed; null means what is stored now
 */
export function changesBy(
  sent: URLSearchParams,
  { fields, lists }: SettingsForm,
  { settings, seen: shown, today }: { settings: ShownSettings; seen: FieldTexts | null; today: string },
): SettingsChange {
  const kept = shownIn(settings, { fields, lists }, today);
  let seen = shown ?? kept;
  const { changed, conflicts } = changeIn(sent, { seen, kept, fields });
  const issues = conflicts.map((field) => conflictAt(field.name, valueInWords(field, kept[field.name] ?? '')));
  for (const { name } of conflicts) seen = { ...seen, [name]: kept[name] ?? '' };
  const changes = wholeGroups(readValues(sent, changed), { sent, settings, today });
  issues.push(...findCity(changes, sent));
  for (const list of lists) {
    const told = { written: Object.fromEntries(sent), seen, kept: entriesOf(list, settings.form), today };
    const { change, issues: ofList, seen: known } = listChange(list, told);
    if (change !== undefined) changes[list.name] = change;
    issues.push(...ofList);
    seen = known;
  }
  return { changes, issues, seen };
}

/** Turns changes of single fields into changes of those groups that the contract takes whole or not at all. */
function wholeGroups(
  changes: ValueTree,
  { sent, settings, today }: { sent: URLSearchParams; settings: ShownSettings; today: string },
): ValueTree {
  dropEmptyNumbers(changes);
  const { nfse, technicalResponsible: responsible } = changes;
  const hasService = isGroup(settings.form['nfse']);
  if (isGroup(nfse) && nfse['municipality'] !== undefined) nfse['municipality'] = municipalityIn(sent, today);
  if (isGroup(nfse) && (nfse['series'] === null || (!hasService && nfse['series'] === undefined))) {
    if (hasService) changes['nfse'] = null;
    else delete changes['nfse'];
  } else if (isGroup(nfse) && Object.keys(nfse).length === 0) delete changes['nfse'];
  if (isGroup(responsible)) {
    const left = mergeForm((settings.form['technicalResponsible'] as ValueTree | null) ?? {}, responsible);
    if (['cnpj', 'contact', 'email', 'phone'].every((name) => (left[name] ?? null) === null)) {
      changes['technicalResponsible'] = null;
    }
  }
  return changes;
}

/** What the company says of its municipality, as of today unless the form gives another day; null when the authority is to be asked. */
function municipalityIn(sent: URLSearchParams, today: string): ValueTree | null {
  const { nfse } = readValues(sent, municipalityFields);
  const { isOnNationalSystem, asOf } = (nfse as { municipality: ValueTree }).municipality;
  return isOnNationalSystem === null ? null : { isOnNationalSystem, asOf: asOf ?? today };
}

/** An empty number means that it stays as it is. */
function dropEmptyNumbers(changes: ValueTree): void {
  const { series, nfse } = changes;
  for (const numbering of [...(isGroup(series) ? Object.values(series) : []), nfse]) {
    if (isGroup(numbering) && numbering['nextNumber'] === null) delete numbering['nextNumber'];
  }
  if (!isGroup(series)) return;
  for (const [model, numbering] of Object.entries(series)) {
    if (isGroup(numbering) && numbering['series'] === null) delete numbering['series'];
    if (isGroup(numbering) && Object.keys(numbering).length === 0) delete series[model];
  }
  if (Object.keys(series).length === 0) delete changes['series'];
}

function isGroup(value: unknown): value is ValueTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
