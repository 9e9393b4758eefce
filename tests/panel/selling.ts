import { expect } from 'vitest';
import { until } from '../support/checks/until.ts';
import { openInstallation } from '../support/servers/installation.ts';
import { startPanel } from './panel-fixture.ts';

/** Buyer and goods, as the form of a sale sends them. */
export const goods: Record<string, string> = {
  'client.name': 'Comércio Água Boa S/A',
  'client.document': '11.444.777/0001-61',
  'client.stateRegistration': '116881331118',
  'client.street': 'Avenida Brasil',
  'client.number': '10',
  'client.neighborhood': 'Centro',
  'client.city': 'Campinas',
  'client.state': 'SP',
  'client.zipCode': '13010-000',
  'items[0].code': 'PAO',
  'items[0].description': 'Pão de forma',
  'items[0].quantity': '4',
  'items[0].unitValue': '25,00',
  'items[0].ncm': '19012090',
  'items[0].cfop': '5102',
};

/** A sale as its form is sent, without the button. */
export const sold = {
  operationNature: 'Venda de mercadoria',
  ...goods,
  'items[0].unit': 'UN',
  'payments[0].method': 'PIX',
  'payments[0].value': '',
};

export type Selling = Awaited<ReturnType<typeof openSelling>>;

/** The panel of a company that issues, with workers, and a person who issues by its forms. */
export async function openSelling() {
  const installation = await openInstallation();
  const { company } = await installation.openCompany();
  const { env, client: temporal, parts } = installation;
  const beside = { databaseUrl: env.databaseUrl, masterKey: parts.masterKey, wire: parts.wire };
  const panel = await startPanel({ temporal, beside, isLocal: true });
  const issuer = await panel.person(company.id, 'COMPANY_ISSUER');
  const base = `/e/${company.taxId}`;
  return {
    ...{ installation, panel, company, issuer, base },
    /** Issues a sale by the form. @returns the path of its note */
    issued: async (changes: Record<string, string> = {}, type = 'NFE'): Promise<string> => {
      const chave = crypto.randomUUID();
      const sent = await issuer.post(`${base}/notas/nova?tipo=${type}`, {
        ...{ ...sold, ...changes, chave, fazer: 'emitir' },
      });
      expect([sent.status, /role="alert"[\s\S]{0,400}/.exec(sent.text)?.[0]]).toEqual([303, undefined]);
      const note = (sent.location ?? '').replace(/\?.*/, '');
      await until('the outcome of the note', async () => !(await issuer.get(note)).text.includes('<b>Em emissão</b>'));
      return note;
    },
    async close(): Promise<void> {
      await panel.close();
      await installation.close();
    },
  };
}
