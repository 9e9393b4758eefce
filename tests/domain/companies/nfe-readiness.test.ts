import { expect, test } from 'vitest';
import { type NfeReadinessFacts, nfeReadinessOf } from '../../../domain/companies/nfe-readiness.ts';
import type { QuotaStanding } from '../../../domain/companies/quota.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import { lawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import { issuer } from '../../support/samples/notes.ts';

const dayBefore = new Date('2026-12-13T23:30:00-03:00');
const firstDay = new Date('2026-12-14T00:30:00-03:00');
const settings: CompanySettings = { ...issuer.settings, taxRegime: 'NORMAL', receitaRegime: 'OTHER' };
const ready: NfeReadinessFacts = {
  now: firstDay,
  taxId: issuer.taxId,
  environment: 'PRODUCTION',
  certificateEnds: new Date('2027-06-01T00:00:00Z'),
  settings,
  rates: shippedLawTables,
  missingResponsible: null,
  quota: null,
  officeIssuingAllowed: true,
};
const told = (facts: Partial<NfeReadinessFacts>) => {
  const { issues, warnings } = nfeReadinessOf({ ...ready, ...facts });
  return { issues: issues.map(({ code }) => code), warnings: warnings.map(({ code }) => code) };
};
const quota: QuotaStanding = { limit: 1, authorized: 1, underWay: 0, resetsAt: firstDay };

test('of who issues with a CPF no regime is asked for, and a state registration always is', () => {
  const person = { taxId: '12345678909', settings: { ...settings, receitaRegime: null } };
  expect(told(person)).toEqual({ issues: [], warnings: [] });
  expect(told({ ...person, settings: { ...settings, receitaRegime: 'MEI' } })).toEqual({ issues: [], warnings: [] });
  const unregistered = { ...person, settings: { ...settings, stateRegistration: null } };
  expect(told(unregistered)).toEqual({ issues: ['state_registration_missing'], warnings: [] });
});

test('a company that lacks nothing hears nothing', () => {
  expect(told({})).toEqual({ issues: [], warnings: [] });
});

test.each<[string, Partial<NfeReadinessFacts>, RegExp]>([
  ['certificate_missing', { certificateEnds: null }, /lavra certificate add/],
  ['certificate_expired', { certificateEnds: firstDay }, /venceu em 14\/12\/2026/],
  ['nfe_not_configured', { settings: null }, /lavra company set/],
  ['technical_responsible_missing', { missingResponsible: 'RESPONSIBLE' }, /972.*--technical-cnpj/],
  ['technical_responsible_missing', { missingResponsible: 'CSRT' }, /975.*csrt set/],
  ['quota_exhausted', { quota }, /--monthly-quota/],
  ['office_issuing_not_allowed', { officeIssuingAllowed: false }, /autorização à empresa/],
])('%s keeps it from issuing, and says how to mend it', (code, facts, says) => {
  expect(nfeReadinessOf({ ...ready, ...facts })).toEqual({
    issues: [{ code, message: expect.stringMatching(says) }],
    warnings: [],
  });
});

test('without a state registration it issues nothing the day before, and NF-e of its own goods from the first day on', () => {
  const unregistered = { settings: { ...settings, stateRegistration: null } };
  const [before] = nfeReadinessOf({ ...ready, ...unregistered, now: dayBefore }).issues;
  expect(before).toEqual({
    code: 'state_registration_missing',
    message: expect.stringMatching(/a partir de 14\/12\/2026\. .*--state-registration/),
  });
  expect(told({ ...unregistered, now: firstDay })).toEqual({ issues: [], warnings: ['state_registration_missing'] });
  expect(told({ ...unregistered, now: dayBefore, environment: 'HOMOLOGATION' }).issues).toEqual([]);
});

test('a regime that Receita contradicts is a warning the day before, and stops every note from the first day on', () => {
  const contradicted = { settings: { ...settings, receitaRegime: 'MEI' } as const };
  const [before] = nfeReadinessOf({ ...ready, ...contradicted, now: dayBefore }).warnings;
  expect(before).toEqual({
    code: 'regime_contradicted',
    message: expect.stringMatching(/A partir de 14\/12\/2026 a SEFAZ recusa .*180.*--tax-regime/),
  });
  expect(told(contradicted)).toEqual({ issues: ['regime_contradicted'], warnings: [] });
  expect(told({ settings: { ...settings, receitaRegime: null } }).warnings).toEqual(['regime_unconfirmed']);
});

test('days that an operator moved count', () => {
  const first = { homologation: null, production: '2027-02-01', law: 'Ato de prova', confidence: 'HIGH' };
  const changes = { REGISTERS_OF_PARTIES: first, NOTES_WITHOUT_STATE_REGISTRATION: first };
  const rates = lawTables({ calendar: { source: 'prova', changes } });
  const both = { settings: { ...settings, stateRegistration: null, receitaRegime: 'MEI' } as const, rates };
  expect(told({ ...both, now: new Date('2027-01-31T12:00:00-03:00') })).toEqual({
    issues: ['state_registration_missing'],
    warnings: ['regime_contradicted'],
  });
  expect(told({ ...both, now: new Date('2027-02-01T12:00:00-03:00') })).toEqual({
    issues: ['regime_contradicted'],
    warnings: ['state_registration_missing'],
  });
});
