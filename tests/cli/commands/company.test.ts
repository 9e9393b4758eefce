import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { NumberSeries } from '../../../domain/companies/number-series.entity.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import { FiscalTemplate, type TemplateType } from '../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany, findCompany, numberingsOf, setCompany } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  settings = { DATABASE_URL: await testDatabase() };
  orm = await patientOrm(settings['DATABASE_URL']!);
});
afterAll(() => orm.close());

/** The database as the command line sees it: all companies. */
const all = () => acrossCompanies(orm);

test('a company is created from a file and flags, shown, and found by its punctuated CNPJ', async () => {
  const args = ['company', 'create', '--file', '-', '--trade-name', 'Loja', '--next-number', '1200'];
  const { code, answer } = await lavraJson(args, settings, JSON.stringify(companyForm));
  expect(code).toBe(0);
  expect(answer).toMatchObject({
    taxId: '11222333000181',
    tradeName: 'Loja',
    series: { '55': { series: 1, nextNumber: 1200 } },
  });
  const shown = await lavraJson(['company', 'show', '11.222.333/0001-81'], settings);
  expect(shown.answer).toEqual(answer);
});

test('what is shown can be given back as it is', async () => {
  const { taxId } = await company('11444777000161');
  const { answer } = await lavraJson(['company', 'show', taxId], settings);
  const { code, answer: same } = await lavraJson(
    ['company', 'set', taxId, '--file', '-'],
    settings,
    JSON.stringify(answer),
  );
  expect(code).toBe(0);
  expect(same).toEqual(answer);
});

test('the sheet’s orientation and logo come from flags; a logo that is no image is refused, an empty one clears it', async () => {
  const { taxId } = await company('04252011000110');
  const folder = await mkdtemp(join(tmpdir(), 'lavra-logo-'));
  const [image, other] = [join(folder, 'logo.png'), join(folder, 'logo.svg')];
  await writeFile(image, Buffer.from('89504e470d0a1a0a00', 'hex'));
  await writeFile(other, '<svg/>');
  const set = (...flags: string[]) => lavraJson(['company', 'set', taxId, ...flags], settings);
  const { answer } = await set('--danfe-orientation', 'LANDSCAPE', '--danfe-logo', image);
  const logo = 'data:image/png;base64,iVBORw0KGgoA';
  expect(answer).toMatchObject({ danfe: { orientation: 'LANDSCAPE', logo } });
  for (const path of [other, join(folder, 'none.png')]) {
    expect(await set('--danfe-logo', path)).toMatchObject({ code: 1, error: { error: { code: 'unreadable_file' } } });
  }
  expect((await set('--phone', '1133334444')).answer).toMatchObject({ danfe: { logo } });
  expect((await set('--danfe-logo', '')).answer).toMatchObject({ danfe: { orientation: 'LANDSCAPE', logo: null } });
  await rm(folder, { recursive: true });
});

test('faults are reported in one sentence and per field, with exit code 1 and no stack', async () => {
  const { code, error } = await lavraJson(['company', 'create', '--name', 'X', '--state', 'SP'], settings);
  expect(code).toBe(1);
  expect(error).toMatchObject({ error: { code: 'validation_error' } });
  expect(JSON.stringify(error)).toContain('taxRegime');
  const { err } = await lavra(['company', 'create', '--name', 'X'], settings);
  expect(err).toContain('Erro: Há campos inválidos');
  expect(err).not.toMatch(/\n\s+at /);
});

test('a limit of documents a month is set by a flag or a file, 0 too, shown with what is used of it, and an empty one clears it', async () => {
  const { taxId } = await company('53113791000122');
  const args = ['company', 'set', taxId];
  expect((await lavraJson([...args, '--monthly-quota', '0'], settings)).answer).toMatchObject({ monthlyQuota: 0 });
  const file = await lavraJson([...args, '--file', '-'], settings, JSON.stringify({ monthlyQuota: 100 }));
  expect(file.answer).toMatchObject({ monthlyQuota: 100 });
  for (const refused of ['-1', '1,5', 'mil']) {
    expect(await lavraJson([...args, '--monthly-quota', refused], settings)).toMatchObject({ answer: null });
  }
  const { answer } = await lavraJson(['company', 'quota', taxId], settings);
  expect(answer).toEqual({ limit: 100, authorized: 0, underWay: 0, left: 100, resetsAt: expect.any(String) });
  const { out } = await lavra(['company', 'quota', taxId], settings);
  expect(out).toMatch(/restam 100 .* até 01\/\d\d\/20\d\d/);
  const cleared = await lavraJson([...args, '--monthly-quota', ''], settings);
  expect(cleared).toMatchObject({ code: 0, answer: { monthlyQuota: null } });
  expect((await lavra(['company', 'quota', taxId], settings)).out).toContain('não tem cota');
  expect((await lavraJson(['company', 'quota', taxId], settings)).answer).toMatchObject({ limit: null });
});

test('what a company wants while its authority is away comes from flags; what was saved before has the defaults', async () => {
  const { taxId } = await company('61412110000155');
  await all().execute(`update company set settings = settings - 'contingency' where tax_id = ?`, [taxId]);
  const defaults = { nfce: 'OFF', nfe: 'OFF', afterSeconds: { nfce: 30, nfe: 300 }, giveUp: 'AUTOMATIC' };
  const shown = async (): Promise<unknown> => (await lavraJson(['company', 'show', taxId], settings)).answer;
  expect(await shown()).toMatchObject({ contingency: defaults });
  const set = (...flags: string[]) => lavraJson(['company', 'set', taxId, ...flags], settings);
  await set('--contingency-nfce', 'AUTOMATIC', '--contingency-nfce-after', '15');
  expect(await shown()).toMatchObject({
    contingency: { ...defaults, nfce: 'AUTOMATIC', afterSeconds: { nfce: 15, nfe: 300 } },
  });
  await set('--contingency-nfe', 'MANUAL', '--contingency-nfe-after', '60', '--contingency-give-up', 'PROPOSED');
  expect(await shown()).toMatchObject({
    contingency: { nfce: 'AUTOMATIC', nfe: 'MANUAL', afterSeconds: { nfce: 15, nfe: 60 }, giveUp: 'PROPOSED' },
  });
  for (const [flag, value] of [
    ['--contingency-nfce', 'ON'],
    ['--contingency-give-up', 'NEVER'],
    ['--contingency-nfce-after', '0'],
    ['--contingency-nfe-after', '1d'],
  ] as const) {
    const { code, error } = await set(flag, value);
    expect(code).toBe(1);
    expect(JSON.stringify(error)).toMatch(/contingency/);
  }
});

test('one document for a sale is asked for and given up by a flag, and shown', async () => {
  const { taxId } = await company('06990590000123');
  const shown = async (): Promise<unknown> => (await lavraJson(['company', 'show', taxId], settings)).answer;
  expect(await shown()).toMatchObject({ uniqueExternalId: false });
  for (const [flag, uniqueExternalId] of [
    ['--unique-external-id', true],
    ['--trade-name=Loja', true],
    ['--no-unique-external-id', false],
  ] as const) {
    expect(await lavraJson(['company', 'set', taxId, flag], settings)).toMatchObject({ code: 0 });
    expect(await shown()).toMatchObject({ uniqueExternalId });
  }
});

test('a second company with the same CNPJ is refused, also when both are created at once', async () => {
  const form = { ...companyForm, taxId: '12ABC34501DE35' };
  const both = await Promise.allSettled([createCompany(all(), form), createCompany(all(), form)]);
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused).toEqual([expect.objectContaining({ reason: expect.objectContaining({ code: 'company_exists' }) })]);
});

test('set changes what it is given, clears what is empty, and leaves the rest', async () => {
  const { taxId, settings: before } = await company('45723174000110');
  const args = [
    'company',
    'set',
    taxId,
    '--street',
    'Rua Nova',
    '--municipal-registration',
    '',
    '--tax-defaults',
    'cfop=,ncm=22030000',
  ];
  expect((await lavraJson(args, settings)).code).toBe(0);
  const after = (await findCompany(all(), taxId)).settings;
  expect(after?.address).toEqual({ ...before?.address, street: 'Rua Nova' });
  expect(after?.taxDefaults).toEqual({ cfop: null, icmsSituation: '102', ncm: '22030000' });
});

test('changing a company does not move its numbering back to where it was read', async () => {
  const { id, taxId } = await company('33000167000101');
  await all().nativeUpdate(NumberSeries, { company: id }, { nextNumber: 77 });
  const changed = await setCompany(all(), taxId, { phone: '1144445555' });
  expect(await numberingsOf(all(), changed)).toEqual([expect.objectContaining({ series: 1, nextNumber: 77 })]);
});

test('a number that was drawn is never given again', async () => {
  const { taxId } = await company('60746948000112');
  await drawn(taxId, 41);
  await expect(setCompany(all(), taxId, { series: { '55': { nextNumber: 41 } } })).rejects.toMatchObject({
    code: 'number_in_use',
  });
  await setCompany(all(), taxId, { series: { '55': { nextNumber: 42 } } });
  expect(await numberingsOf(all(), await findCompany(all(), taxId))).toEqual([
    expect.objectContaining({ nextNumber: 42 }),
  ]);
});

test('each environment and each series has a numbering of its own', async () => {
  const { taxId } = await company('17155730000164');
  await setCompany(all(), taxId, { series: { '55': { nextNumber: 500 } } });
  const production = await setCompany(all(), taxId, { environment: 'PRODUCTION' });
  expect(await numberingsOf(all(), production)).toEqual([expect.objectContaining({ series: 1, nextNumber: 1 })]);
  const other = await setCompany(all(), taxId, { environment: 'HOMOLOGATION', series: { '55': 7 } });
  expect((await numberingsOf(all(), other)).map(({ series, nextNumber }) => [series, nextNumber])).toEqual(
    expect.arrayContaining([
      [1, 500],
      [7, 1],
    ]),
  );
});

test('what NFS-e need comes from flags, is shown with its numbering, and can be given back as it is', async () => {
  const { taxId } = await company('02558157000162');
  const { id: template } = await newTemplate(null, 'NFSE');
  const { code, answer } = await lavraJson(
    [
      ...['company', 'set', taxId, '--municipal-registration', '1.234.567-8'],
      ...['--nfse-series', '7', '--nfse-next-number', '310', '--nfse-simples-assessment', '2'],
      ...['--nfse-special-regime', '6', '--nfse-template', template, '--nfse-municipality', 'on:2026-11-03'],
      ...['--service-defaults', 'serviceCode=01.07.01,issTaxation=1,pisCofinsCst=08'],
    ],
    settings,
  );
  expect(code).toBe(0);
  expect(answer).toMatchObject({
    municipalRegistration: '1.234.567-8',
    nfse: {
      series: 7,
      nextNumber: 310,
      simplesOption: null,
      simplesAssessment: '2',
      specialRegime: '6',
      defaultTemplateId: template,
      municipality: { isOnNationalSystem: true, asOf: '2026-11-03' },
    },
    serviceDefaults: { serviceCode: '010701', issTaxation: '1', pisCofinsCst: '08' },
  });
  expect((await lavraJson(['company', 'show', taxId], settings)).answer).toEqual(answer);
  const again = ['company', 'set', taxId, '--file', '-'];
  expect((await lavraJson(again, settings, JSON.stringify(answer))).answer).toEqual(answer);
  expect((await findCompany(all(), taxId)).settings?.nfse).not.toHaveProperty('nextNumber');
});

test('an empty flag clears what it names of NFS-e, and an empty series all of it', async () => {
  const { taxId } = await company('47960950000121');
  const set = (...flags: string[]) => lavraJson(['company', 'set', taxId, ...flags], settings);
  await set('--nfse-series', '2', '--nfse-simples-option', '2', '--nfse-municipality', 'off');
  const today = brasiliaDay(new Date());
  expect((await findCompany(all(), taxId)).settings?.nfse).toMatchObject({
    simplesOption: '2',
    municipality: { isOnNationalSystem: false, asOf: today },
  });
  await set('--nfse-simples-option', '', '--nfse-municipality', '');
  const cleared = { series: 2, simplesOption: null, municipality: null };
  expect((await findCompany(all(), taxId)).settings?.nfse).toMatchObject(cleared);
  expect(await set('--nfse-series', '')).toMatchObject({ code: 0, answer: { nfse: null } });
  expect((await findCompany(all(), taxId)).settings?.nfse).toBeNull();
});

test.each([
  [['--nfse-series', '50000'], 'de 1 a 49999'],
  [['--nfse-municipality', 'sim'], 'on:2026-11-01'],
  [['--nfse-municipality', 'on:01/11/2026'], 'AAAA-MM-DD'],
  [['--nfse-simples-assessment', '2', '--nfse-simples-option', '1'], 'E0162'],
  [['--service-defaults', 'issRate'], '--service-defaults'],
])('%j is refused with words that mend it', async (flags, words) => {
  const { code, error } = await lavraJson(['company', 'set', companyForm.taxId, ...flags], settings);
  expect(code).toBe(1);
  expect(JSON.stringify(error)).toContain(words);
});

test('NFS-e have a count of their own, in which a number that was drawn is never given again', async () => {
  const { taxId } = await company('42591651000143');
  await drawn(taxId, 41, 'NFSE');
  const numbered = (nextNumber: number) => setCompany(all(), taxId, { nfse: { nextNumber } });
  await expect(numbered(41)).rejects.toMatchObject({ code: 'number_in_use' });
  const changed = await numbered(42);
  const models = (await numberingsOf(all(), changed)).map(({ model, nextNumber }) => [model, nextNumber]);
  expect(models).toEqual(
    expect.arrayContaining([
      ['55', 1],
      ['NFSE', 42],
    ]),
  );
});

test('the template of services is one of services that the company sees; once chosen it stops no other change', async () => {
  const { id, taxId } = await company('33592510000154');
  const other = await company('60872504000123');
  const choose = (template: string) => setCompany(all(), taxId, { nfse: { defaultTemplateId: template } });
  const refused = (message: string) =>
    expect.objectContaining({
      code: 'validation_error',
      issues: [{ path: 'nfse.defaultTemplateId', message: expect.stringContaining(message) }],
    });
  await expect(choose((await newTemplate(id, 'NFE')).id)).rejects.toEqual(refused('modelo de NF-e'));
  await expect(choose((await newTemplate(other.id, 'NFSE')).id)).rejects.toEqual(refused('não há um modelo'));
  const own = await newTemplate(id, 'NFSE');
  await choose(own.id);
  await all().nativeUpdate(FiscalTemplate, { id: own.id }, { deletedAt: new Date() });
  await setCompany(all(), taxId, { phone: '1144445555' });
  expect((await findCompany(all(), taxId)).settings).toMatchObject({
    nfse: { defaultTemplateId: own.id },
  });
  await setCompany(all(), taxId, { nfse: { defaultTemplateId: null } });
  await expect(choose(own.id)).rejects.toEqual(refused('não há um modelo'));
});

test('an unknown company is named in the refusal', async () => {
  const { code, error } = await lavraJson(['company', 'show', '00000000000191'], settings);
  expect(code).toBe(1);
  expect(error).toEqual({ error: { code: 'company_not_found', message: expect.stringContaining('00000000000191') } });
});

function company(taxId: string): Promise<Company> {
  return createCompany(all(), { ...companyForm, taxId, municipalRegistration: '123' });
}

async function newTemplate(companyId: string | null, type: TemplateType): Promise<FiscalTemplate> {
  const em = all();
  const source = companyId === null ? 'tenant' : 'company';
  const name = `Modelo ${randomUUID()}`;
  const template = em.create(FiscalTemplate, { company: companyId, source, type, name, fields: {} });
  await em.flush();
  return template;
}

/** Inserts a document that has drawn this number; only the numbering fields matter. */
async function drawn(taxId: string, number: number, type: DocumentType = 'NFE'): Promise<void> {
  const { id } = await findCompany(all(), taxId);
  await all().execute(
    `insert into document (id, company_id, type, environment, status, series, number, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at)
     values (gen_random_uuid(), ?, ?, 'HOMOLOGATION', 'REJECTED', 1, ?, 10, now(), '{}', '{}', now(), now())`,
    [id, type, number],
  );
}
