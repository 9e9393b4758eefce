import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { computeService } from '../../../../domain/documents/compute/service.ts';
import { buildDps } from '../../../../domain/nfse/dps.ts';
import { serviceFieldNames } from '../../../../domain/taxation/levels/service-fields.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { dpsIdentity } from '../../../support/samples/services.ts';
import { makeSigner } from '../../../support/samples/signer.ts';
import { fieldsOf, isDecimal } from '../../contract-fields.ts';
import { sale, startApi, type TestApi } from '../../fixture.ts';
import { nfseKeyOf, service, serviceItem, serviceSettings } from '../../service.ts';
import { newStore, type Store } from '../../store.ts';
import { byBody, type TextCheck, checkTogether, lengths } from '../../texts-together.ts';
import { officialValidator } from '../../../support/servers/schema-pack.ts';

const validator = officialValidator('nfse');
const signer = makeSigner();

let api: TestApi;
let store: Store;
let whole: Record<string, unknown>;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api, { settings: serviceSettings });
  whole = wholeService();
});
afterAll(() => api.close());

/** A service with every text that the DPS prints: 99.01.01 may have works and an event. */
function wholeService(): Record<string, unknown> {
  const site = {
    zipCode: '13010-000',
    street: 'Avenida Brasil',
    number: '7',
    complement: 'Fundos',
    neighborhood: 'Sé',
  };
  const client = clientOf(sale());
  return service({
    ...{ operationNature: 'Serviço', externalId: 'os-1', additionalInfo: 'Obrigado' },
    client: { ...client, complement: 'Sala 2', email: 'compras@example.com', phone: '1144445555' },
    items: [
      serviceItem({ serviceCode: '990101', serviceDescription: 'Suporte', unit: 'UN', additionalInfo: 'Lote 7' }),
    ],
    replaces: { accessKey: nfseKeyOf(store.company.taxId), reason: '99', description: 'Valor digitado com erro' },
    service: {
      foreignTrade: {
        ...{ mode: '1', relationship: '0', currency: '220', amount: '250.00', providerSupport: '01' },
        ...{ takerSupport: '01', temporaryGoods: '2', importDeclaration: '260000001' },
      },
      works: { propertyRegistration: 'IPTU 1', address: site },
      event: { name: 'Feira do Livro', startDate: '2026-11-20', endDate: '2026-11-22', address: site },
      intermediary: { ...client, name: 'Plataforma Ltda', document: '33.000.167/0001-01' },
      order: { number: '4500012345', items: ['10'] },
    },
  });
}

/** The same with what reduces the base of ISSQN, which 99.01.01 cannot have. */
const deducted = service({
  service: {
    deductions: {
      documents: [
        {
          ...{ type: '99', description: 'Peças', issueDate: '2026-10-31', deductibleValue: 20, value: '10.00' },
          fiscalNumber: '42',
          supplier: { ...clientOf(sale()), name: 'Peças Ltda', document: '33.000.167/0001-01' },
        },
      ],
    },
  },
});

/** The same with what the DPS declares of IBS and CBS: 17.12 says how it is paid, and its operation is about property. */
const declared = service({
  items: [
    serviceItem({
      ...{ serviceCode: '17.12.01', ibsCbsClassification: '000001', ibsCbsOperationIndicator: '020101' },
    }),
  ],
  service: {
    ibsCbs: {
      operation: 'PAID_AT_SUPPLY',
      recipient: { ...clientOf(sale()), name: 'Peças Ltda', document: '33.000.167/0001-01' },
      property: {
        propertyRegistration: 'IPTU 1',
        address: { zipCode: '01001-000', street: 'Praça da Sé', number: '7', complement: 'Fundos', neighborhood: 'Sé' },
      },
      reimbursements: [
        {
          ...{ type: '99', description: 'Peças', issueDate: '2026-10-31', competence: '2026-10-01', value: '10.00' },
          otherDocument: { number: '42', description: 'Recibo' },
          supplier: { ...clientOf(sale()), name: 'Peças Ltda', document: '33.000.167/0001-01' },
        },
      ],
    },
  },
});

const taxes = new RegExp(
  `^items\\[0\\]\\.(${serviceFieldNames.filter((name) => name !== 'serviceDescription').join('|')})$`,
);
/** Free texts of a service; the form of codes is checked by the contract or the taxes. */
const texts = fieldsOf('FiscalDocumentCreation').filter(
  ({ path, schema }) =>
    schema.type.includes('string') &&
    !schema.enum &&
    !isDecimal(schema) &&
    schema.maxLength !== undefined &&
    (/^(service|replaces)\b/.test(path) ||
      /^(client\.|items\[0\]\.(code|unit|description|additionalInfo|service)|addit)/.test(path)) &&
    !taxes.test(path) &&
    // Texts that exclude another one in the sample, and those of other kinds of movable goods.
    !/(Id|documentId|otherNumber|exportRegistration|works\.c\w+|event\.code|property\.cib|city|region|country)$/.test(
      path,
    ) &&
    !/(otherKey|fiscalDocument)\./.test(path),
);

test('the services that the others are made from pass the official schema', async () => {
  for (const sent of [whole, deducted, declared]) {
    expect(await store.call('POST', '/v1/fiscal-documents/preview', sent)).toMatchObject({ status: 200 });
    const { body } = await store.call('POST', '/v1/fiscal-documents', sent);
    expect(await schemaFaults(body.id)).toEqual([]);
  }
});

test('the texts below are those of every part of a service', () => {
  expect(texts.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...['items[0].serviceDescription', 'service.works.address.street', 'service.order.items[0]'],
      ...['service.intermediary.name', 'replaces.description', 'client.street', 'additionalInfo'],
    ]),
  );
});

const hostile = [
  '',
  ' ',
  'A',
  ' A ',
  '\u200b',
  'Ab\u00ad',
  '…',
  '“A”',
  'Ω',
  '123',
  '0',
  '-',
  'a\u00a0b',
  'a\r\nb\n',
  '<&>',
];

test.each([...hostile.map((text): [string, () => string] => [JSON.stringify(text), () => text]), ...lengths])(
  'where every field says %s, the service passes the official schema, or is refused by their names',
  async (_text, textOf) => {
    for (const group of byBody(texts, bodyWith)) await checkTogether(check, { ...group, textOf });
  },
);

/** The field at which a fault is reported that another field causes. */
const toldElsewhere = new Map([
  ['service.works.address.zipCode', 'service.works.address'],
  ['service.ibsCbs.property.address.zipCode', 'service.ibsCbs.property.address'],
  ['service.deductions.documents[0].fiscalNumber', 'service.deductions.documents[0]'],
  ['client.document', 'client.street'],
]);

/** The sample that has a text. */
function bodyWith(path: string): Record<string, unknown> {
  if (path.startsWith('service.ibsCbs')) return declared;
  return path.startsWith('service.deductions') ? deducted : whole;
}

const check: TextCheck = {
  preview: (body) => store.call('POST', '/v1/fiscal-documents/preview', body),
  create: (body) => store.call('POST', '/v1/fiscal-documents', body),
  schemaFaults,
  toldElsewhere,
};

async function schemaFaults(id: unknown) {
  const { clientSnapshot: client, payload, issueDateTime: on } = await store.stored(id);
  if (payload.type !== 'NFSE') throw new TypeError('a service was created');
  const { taxId } = store.company;
  const computed = computeService({ issuer: { ...issuer, taxId, settings: serviceSettings }, client, payload, on });
  return validator.validate('DPS_v1.01.xsd', buildDps(computed, dpsIdentity, signer).xml);
}

function clientOf({ client }: Record<string, unknown>) {
  return z.record(z.string(), z.unknown()).parse(client);
}
