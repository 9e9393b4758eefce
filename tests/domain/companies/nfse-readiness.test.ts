import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  readinessCodes,
  type ReadinessCode,
  type ReadinessFacts,
  readinessIssues,
} from '../../../domain/companies/nfse-readiness.ts';
import type { QuotaStanding } from '../../../domain/companies/quota.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import { issuer } from '../../support/samples/notes.ts';

const now = new Date('2026-11-23T12:00:00-03:00');
const nfse = {
  series: 1,
  simplesOption: null,
  simplesAssessment: null,
  specialRegime: '0',
  defaultTemplateId: null,
  municipality: null,
};
const settings: CompanySettings = { ...issuer.settings, nfse, municipalRegistration: null };
const known = (isActive: boolean | null) => ({ isActive, asOf: new Date('2026-11-21T00:30:00Z'), message: 'Inativo.' });
const quota = (authorized: number): QuotaStanding => ({ limit: 3, authorized, underWay: 1, resetsAt: now });

const ready: ReadinessFacts = {
  now,
  certificateEnds: new Date('2027-01-01T00:00:00Z'),
  settings,
  isRegistrationAsked: false,
  municipality: known(true),
  templates: 1,
  quota: null,
  officeIssuingAllowed: true,
};

/** For each issue, facts that cause it, and what its sentence must contain. */
const causes: Record<ReadinessCode, { facts: Partial<ReadinessFacts>; says: RegExp }[]> = {
  certificate_missing: [{ facts: { certificateEnds: null }, says: /lavra certificate add/ }],
  certificate_expired: [
    { facts: { certificateEnds: new Date('2026-11-20T23:00:00-03:00') }, says: /venceu em 20\/11\/2026/ },
    { facts: { certificateEnds: now }, says: /venceu em 23\/11\/2026/ },
  ],
  nfse_not_configured: [
    { facts: { settings: null }, says: /configurações fiscais/ },
    { facts: { settings: { ...settings, nfse: null } }, says: /--nfse-series/ },
    { facts: { isRegistrationAsked: true }, says: /inscrição municipal.*E0116.*--municipal-registration/ },
    {
      facts: { settings: { ...settings, nfse: null }, isRegistrationAsked: true },
      says: /--nfse-series.*--municipal-registration/,
    },
  ],
  municipality_unsupported: [
    { facts: { municipality: known(false) }, says: /São Paulo não emite .* em 20\/11\/2026 \(Inativo\)\. / },
    { facts: { municipality: { isActive: false, asOf: null, message: null } }, says: /SEFIN Nacional\. / },
  ],
  no_nfse_template: [{ facts: { templates: 0 }, says: /POST \/v1\/fiscal-templates/ }],
  quota_exhausted: [
    { facts: { quota: quota(2) }, says: /limite 3, autorizados 2, em andamento 1.*--monthly-quota/ },
    { facts: { quota: quota(7) }, says: /autorizados 7/ },
  ],
  office_issuing_not_allowed: [{ facts: { officeIssuingAllowed: false }, says: /autorização à empresa/ }],
};

test('a company that lacks nothing has no issue, whoever cannot be asked and however little is left', () => {
  expect(readinessIssues(ready)).toEqual([]);
  expect(readinessIssues({ ...ready, municipality: known(null), quota: quota(1) })).toEqual([]);
});

test('a registration that was asked for and is there since is no issue', () => {
  const registered = { ...settings, municipalRegistration: '123' };
  expect(readinessIssues({ ...ready, settings: registered, isRegistrationAsked: true })).toEqual([]);
});

test.each(readinessCodes.flatMap((code) => causes[code].map((cause) => [code, cause] as const)))(
  '%s alone says how to mend it',
  (code, { facts, says }) => {
    expect(readinessIssues({ ...ready, ...facts })).toEqual([{ code, message: expect.stringMatching(says) }]);
  },
);

test('whatever goes together is reported together, each once, in the order of the codes', () => {
  const some = fc
    .subarray([...readinessCodes])
    .filter((codes) => !codes.includes('certificate_missing') || !codes.includes('certificate_expired'));
  fc.assert(
    fc.property(some, fc.infiniteStream(fc.nat()), (codes, dice) => {
      const facts = codes.reduce<ReadinessFacts>((sum, code) => {
        const value = Number(dice.next().value);
        return { ...sum, ...causes[code][value % causes[code].length]?.facts };
      }, ready);
      expect(readinessIssues(facts).map(({ code }) => code)).toEqual(codes);
    }),
  );
});
