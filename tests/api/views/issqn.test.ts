import { expect, test } from 'vitest';
import { computedIssqnView, itemIssqnView } from '../../../api/views/issqn.ts';
import { decimal } from '../../../domain/money.ts';
import { issqnOf } from '../../../domain/taxation/issqn.ts';
import { itemIssqnRequest } from '../../../http/requests/issqn.ts';

const repair = { serviceCode: '14.01', municipalityCode: '3550308', rate: '5' } as const;
const line = { code: 'S1', description: 'Conserto', quantity: '1', unitValue: '500' } as const;
const asked = (issqn: object) => itemIssqnRequest({ ...line, issqn: { ...repair, ...issqn } }).issqn ?? repair;

test.each([true, false])('whether who buys withholds the tax (%s) is read back as it was sent', (isWithheld) => {
  const issqn = asked({ isWithheld });
  expect(itemIssqnView(issqn)).toMatchObject({ isWithheld });
  const computed = issqnOf(issqn, { worth: decimal('500'), discount: decimal('0') });
  expect(computedIssqnView(computed)).toMatchObject({ isWithheld });
});

test('what is null says nothing, and is not read back', () => {
  const nothing = { municipalServiceCode: null, incidenceMunicipalityCode: null, suspensionProcess: null };
  const issqn = asked({ ...nothing, isWithheld: null, enforceability: null, deduction: null });
  const said = { serviceCode: '14.01', municipalityCode: '3550308', enforceability: 'DUE' };
  expect(itemIssqnView(issqn)).toEqual({ ...said, rate: '5.0000', isWithheld: false, hasIncentive: false });
  const computed = issqnOf(issqn, { worth: decimal('500'), discount: decimal('0') });
  expect(Object.values(computedIssqnView(computed))).not.toContain(null);
});

test.each([
  ['a municipality', { incidenceMunicipalityCode: '3550308' }],
  ['another country', { country: 'US', enforceability: 'EXPORTED' }],
])('where the service is of is read back as it was sent: %s', (_where, said) => {
  const issqn = asked(said);
  expect(itemIssqnView(issqn)).toMatchObject(said);
  expect(computedIssqnView(issqnOf(issqn, { worth: decimal('500'), discount: decimal('0') }))).toMatchObject(said);
});
