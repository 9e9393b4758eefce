import { isDeepStrictEqual } from 'node:util';
import { formWithNumbering } from '../../../domain/companies/company-form.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { mergeForm } from '../../../operations/provisioning.ts';
import type { Field } from '../../forms/fields.ts';
import { type Sent, sentBy, valuesOf } from '../../forms/read.ts';

type Numberings = Parameters<typeof formWithNumbering>[1];

/** A company's settings as forms show them: those that were never said are the usual ones. */
export type ShownSettings = { form: Record<string, unknown>; usual: Record<string, unknown> };

/** What a company has said, over what it would have if it had said nothing. */
export function shownSettings(company: Company, numberings: Numberings): ShownSettings {
  const said = formWithNumbering(company, numberings);
  const { taxId, name, settings } = company;
  if (!settings) return { form: said, usual: {} };
  const usual = { ...usualForm, taxId, name, taxRegime: settings.taxRegime, address: settings.address };
  return { form: mergeForm(usual, said), usual };
}

/** What a company that says no more than it must has: of nobody, because what an old one says may not be taken today. */
const usualForm = readCompanyForm({
  taxId: '11222333000181',
  name: 'Empresa',
  taxRegime: 'NORMAL',
  address: {
    ...{ street: 'Rua', number: 'S/N', neighborhood: 'Centro', city: 'São Paulo', state: 'SP' },
    ...{ municipalityCode: '3550308', zipCode: '01001000' },
  },
});

/** What stands in the fields. Next numbers are left to go on by themselves, and so stand in none. */
export function shownIn({ form }: ShownSettings, fields: readonly Field[]): Record<string, string> {
  const values = valuesOf(form, fields);
  for (const { name } of fields) if (name.endsWith('.nextNumber')) values[name] = '';
  return values;
}

/** The fields in which a company differs from the usual, and how people read what it says there. */
export function ownIn(settings: ShownSettings, fields: readonly Field[]): { field: Field; words: string }[] {
  const [own, usual] = [valuesOf(settings.form, fields), valuesOf(settings.usual, fields)];
  return fields
    .filter(({ name }) => !name.endsWith('.nextNumber') && own[name] !== usual[name])
    .map((field) => ({ field, words: inWords(field, own[field.name] ?? '') }));
}

function inWords({ kind, choices }: Field, value: string): string {
  if (kind === 'yesNo') return value ? 'sim' : 'não';
  return choices?.find(([each]) => each === value)?.[1] ?? (value === '' ? 'vazio' : value);
}

/**
 * What a form changes of the settings: whatever it leaves as it was is not in it, so that who saves one group changes no other, and what is written
 * down names what has changed.
 */
export function changesBy(sent: URLSearchParams, fields: readonly Field[], settings: ShownSettings): Sent {
  const changes = differences(sentBy(sent, fields), settings.form);
  dropEmptyNumbers(changes);
  const { nfse, technicalResponsible: responsible } = changes;
  const hasService = isGroup(settings.form['nfse']);
  if (isGroup(nfse) && (nfse['series'] === null || (!hasService && nfse['series'] === undefined))) {
    if (hasService) changes['nfse'] = null;
    else delete changes['nfse'];
  } else if (isGroup(nfse) && Object.keys(nfse).length === 0) delete changes['nfse'];
  if (isGroup(responsible)) {
    const left = mergeForm((settings.form['technicalResponsible'] as Sent | null) ?? {}, responsible);
    if (['cnpj', 'contact', 'email', 'phone'].every((name) => (left[name] ?? null) === null)) {
      changes['technicalResponsible'] = null;
    }
  }
  return changes;
}

/** Nothing is a number's way of saying that it stays as it is. */
function dropEmptyNumbers(changes: Sent): void {
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

function differences(sent: Sent, present: Record<string, unknown>): Sent {
  const changed: Sent = {};
  for (const [name, value] of Object.entries(sent)) {
    const was = present[name] ?? null;
    if (isGroup(value)) {
      const inner = differences(value, isGroup(was) ? was : {});
      if (Object.keys(inner).length > 0) changed[name] = inner;
    } else if (!isDeepStrictEqual(value, was)) changed[name] = value;
  }
  return changed;
}

function isGroup(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
