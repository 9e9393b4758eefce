import { expect, test } from 'vitest';
import { bakery, demoCompany, workshop } from '../../../local/demo/companies.ts';
import { assertSimulated } from '../../../local/demo/provision.ts';

test.each([bakery, workshop])(
  '$name is in production, and not started where the real authority would be dialled',
  (form) => {
    expect(form.environment).toBe('PRODUCTION');
    expect(() => assertSimulated(form, { dialled: undefined })).toThrow('falta LAVRA_AUTHORITY_ADDRESS');
    expect(() => assertSimulated(form, { dialled: '127.0.0.1:9443' })).not.toThrow();
  },
);

test('a company in homologation may be started anywhere', () => {
  expect(() => assertSimulated(demoCompany, { dialled: undefined })).not.toThrow();
});
