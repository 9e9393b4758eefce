import type { Orm } from '../../../config/orm.ts';
import { operatorScopes } from '../../../domain/access/scopes.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createOperatorKey } from '../../../operations/provisioning.ts';
import type { OperatorKeyInput } from '../../../operations/provisioning/operator-keys.ts';
import { make, pfxOf } from '../../domain/companies/making-certificates.ts';

/** Makes an operator's key: by default with every scope, for every company, and with a very high rate limit. */
export async function operatorKey(
  orm: Orm,
  input: Partial<OperatorKeyInput> = {},
): Promise<{ id: string; key: string }> {
  const usual = { name: 'teste', scopes: operatorScopes, companies: null, ratePerSecond: 1_000, rateBurst: 100_000 };
  const { key, secret } = await createOperatorKey(acrossCompanies(orm), { ...usual, ...input });
  return { id: key.id, key: secret };
}

export const password = 'segredo do A1';

/** Makes A1 files below a root of its own. @param sharesKey of many files, because making a key takes a second */
export function certificateMaker({ sharesKey = false } = {}) {
  const root = make({ name: 'AC Raiz de Teste', ca: true });
  const shared = sharesKey ? { key: make({ name: 'Chave de todas' }) } : {};
  return {
    trust: [root.pem],
    /** In base64, as the contract takes it. */
    fileFor: (taxId: string): string =>
      pfxOf(make({ name: `LOJA:${taxId}`, cnpj: taxId, issuer: root, ...shared }), {
        password,
        algorithm: '3des',
      }).toString('base64'),
  };
}

/** A company's form as a caller writes it. */
export function companyForm(taxId: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    taxId,
    name: 'Padaria São José Ltda',
    stateRegistration: '110042490114',
    taxRegime: 'NORMAL',
    address: {
      street: 'Avenida Paulista',
      number: '1000',
      neighborhood: 'Bela Vista',
      municipalityCode: '3550308',
      city: 'São Paulo',
      state: 'SP',
      zipCode: '01310100',
    },
    taxDefaults: {
      cfop: '5102',
      icmsOrigin: '0',
      icmsSituation: '00',
      icmsRate: '18.00',
      pisSituation: '01',
      pisRate: '1.65',
      cofinsSituation: '01',
      cofinsRate: '7.60',
    },
    ...changes,
  };
}
