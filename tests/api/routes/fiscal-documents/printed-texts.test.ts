import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { buildAccessKey } from '../../../../domain/access-key.ts';
import { fieldsOfOtherTypes } from '../../../../domain/documents/check/fields-of-type.ts';
import { computeNote } from '../../../../domain/documents/compute/note.ts';
import { signNfe } from '../../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import { taxFieldNames } from '../../../../domain/taxation/fields.ts';
import { identity, issuer } from '../../../support/samples/notes.ts';
import { makeSigner } from '../../../support/samples/signer.ts';
import { fieldsOf, isDecimal } from '../../contract-fields.ts';
import { item, sale, startApi, type TestApi } from '../../fixture.ts';
import { replaced } from '../../replaced.ts';
import { newStore, pathsOf, type Store, taxDefaults } from '../../store.ts';
import { byBody, type TextCheck, checkTogether, lengths } from '../../texts-together.ts';
import { officialValidator } from '../../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
});
afterAll(() => api.close());

const place = {
  ...{ name: 'Depósito Água Boa', document: '11.444.777/0001-61', stateRegistration: '110042490114' },
  ...{ email: 'deposito@example.com', phone: '1144445555', zipCode: '13010-000', street: 'Rua do Porto', number: '8' },
  ...{ complement: 'Galpão 3', neighborhood: 'Centro', city: 'Campinas', state: 'SP', municipalityCode: '3509502' },
};
const payments = [
  {
    ...{ method: 'CREDIT_CARD', value: '40.00' },
    card: { brand: 'VISA', authorization: 'A1B2', acquirer: '01.027.058/0001-91', terminal: 'T1' },
  },
  { method: 'OTHERS', description: 'Vale da loja', value: '60.00' },
];
const bought = buildAccessKey({
  ...{ stateCode: '35', yearMonth: '2611', taxId: '11222333000181', model: '55', series: 1, number: 42 },
  ...{ emissionType: '1', cNF: '00000042' },
});
/** A sale that has every text which notes print. */
const whole = sale({
  externalId: 'venda-1',
  additionalInfo: 'Obrigado',
  client: {
    ...{ name: 'Comércio Água Boa S/A', tradeName: 'Água Boa', document: '11.444.777/0001-61', country: 'BR' },
    ...{ stateRegistration: '116881331118', email: 'compras@example.com', phone: '1144445555', zipCode: '13010-000' },
    ...{ street: 'Avenida Brasil', number: '7', complement: 'Sala 2', neighborhood: 'Centro', city: 'Campinas' },
    ...{ state: 'SP', municipalityCode: '3509502' },
  },
  delivery: place,
  pickup: place,
  transport: {
    ...{ freightType: 'SENDER', vehiclePlate: 'ABC1D23', vehicleState: 'SP' },
    ...{ volumeSpecies: 'CAIXA', volumeBrand: 'SUL', volumeNumbering: '1 A 2', volumeSeals: ['L1'] },
    trailers: [{ plate: 'DEF4G56', state: 'SP', rntc: '12345678' }],
  },
  governmentPurchase: { entity: 'STATE', operation: 'SUPPLY_ALREADY_PAID', previousDocuments: [bought] },
  advancePayments: [bought],
  remarks: [{ field: 'Rota', text: '12' }],
  taxOfficeRemarks: [{ field: 'Regime', text: 'RE 1' }],
  taxOfficeInfo: 'Regime especial 1',
  legalProcesses: [{ number: '1', origin: 'CONFAZ' }],
  pesticidePrescriptions: [{ number: '1', agronomistTaxId: '529.982.247-25' }],
  sugarCane: {
    ...{ harvest: '2026/2027', month: '2026-10', previousKilograms: 0, value: 100 },
    ...{ deliveries: [{ day: 1, kilograms: 1 }], deductions: [{ description: 'Taxa', value: 1 }] },
  },
  payments,
  purchaseOrder: { number: 'PO-1' },
  marketplace: { taxId: '11.444.777/0001-61', sellerId: 'minha-loja' },
  authorizedTaxIds: ['529.982.247-25'],
  mailTo: ['fiscal@contador.example'],
  items: [
    item({
      ...{ gtin: '7891000315507', additionalInfo: 'Lote 7', taxUnit: 'KG', taxQuantity: 2 },
      remark: { field: 'Lote', text: '7' },
      taxOfficeRemark: { field: 'Lote', text: '7' },
      purchaseOrder: { number: 'PO-1', item: 1 },
      medicine: { anvisaCode: 'ISENTO', exemptionReason: 'RDC 10', maxPrice: 30 },
      lots: [{ number: 'L1', quantity: 4, manufacturedOn: '2026-01-01', expiresOn: '2027-01-01' }],
    }),
  ],
});

/** Goods by rail, with the permit that they travel with. */
const travelling = sale({
  transport: { freightType: 'SENDER', wagon: 'GFB 1' },
  transitPermit: { kind: 'GTA', state: 'SP', series: 'A', number: '1' },
});

/** The same by water. */
const shipped = replaced(travelling, 'transport', { freightType: 'SENDER', barge: 'B 1' });

/** A new vehicle. */
const sold = sale({
  items: [
    item({
      ...{ ncm: '87032310', quantity: 1 },
      vehicle: {
        ...{ sale: 'DEALER', chassis: '9BWZZZ377VT004251', colorCode: 'B4', color: 'Branco', power: '116' },
        ...{ displacement: '1598', netWeight: '1.1200', grossWeight: '1.5700', serialNumber: '004251', fuel: '16' },
        ...{ engineNumber: 'CCR1', towingCapacity: '1.9700', wheelbase: '2564', modelYear: '2027', paint: 'S' },
        ...{ manufactureYear: '2026', type: '6', species: '1', condition: 'FINISHED', modelCode: '149123' },
        ...{ standardColor: '04', seats: '5', restriction: 'NONE' },
      },
    }),
  ],
});

/** Goods whose ICMS is shared with another state. */
const parted = sale({
  client: {
    ...{ name: 'Comércio Água Boa S/A', document: '11.444.777/0001-61', stateRegistration: '0623079040081' },
    ...{ street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'Belo Horizonte', state: 'MG' },
    ...{ municipalityCode: '3106200', zipCode: '30110-000' },
  },
  items: [
    item({
      ...{ cfop: '6403', cest: '1704700', icmsSituation: '10', icmsRate: 12, icmsStModBc: '6', icmsStRate: 18 },
      icmsPartition: { ownBasePercent: 50, stState: 'GO' },
    }),
  ],
});

/** Goods with two presumed credits. */
const credited = sale({
  items: [
    item({
      ...{ presumedCreditCode: 'SP000001', presumedCreditRate: 1 },
      furtherPresumedCredits: [{ code: 'SP000002', rate: 1 }],
    }),
  ],
});

const abroad = { name: 'Acme Inc', country: 'US', street: 'Main St', number: '1', neighborhood: 'Downtown' };

/** Exported goods that were bought to be exported. */
const exported = sale({
  client: abroad,
  export: { exitState: 'SP', exitPlace: 'Porto de Santos', dispatchPlace: 'Recinto 1' },
  referencedDocuments: [bought],
  items: [
    item({
      ...{ cfop: '7501', icmsSituation: '41', benefitCode: 'SEM CBENEF', unit: 'KG', drawbacks: ['12345678901'] },
      indirectExport: [{ registration: '000000000001', accessKey: bought, quantity: 4 }],
    }),
  ],
});

/** Imported goods. */
const imported = sale({
  client: abroad,
  operationType: 'IN',
  items: [
    item({
      ...{ cfop: '3102', icmsSituation: '41', ipiSituation: '03', importTax: { base: 100, value: 0 } },
      importDeclarations: [
        {
          ...{ number: '26BR00000000001', date: '2026-11-01', transportMode: 'AIR', intermediation: 'TO_ORDER' },
          ...{ clearancePlace: 'Guarulhos', clearanceState: 'SP', clearanceDate: '2026-11-03', exporterCode: 'E1' },
          ...{ thirdPartyTaxId: '11444777000161', thirdPartyState: 'PR' },
          additions: [{ sequence: 1, manufacturerCode: 'F1' }],
        },
      ],
    }),
  ],
});

/** Fuel from the pump. */
const fuelled = sale({
  items: [
    item({
      ...{ ncm: '27101259', cfop: '5656', unit: 'L', quantity: 100, unitValue: '6', icmsSituation: '61' },
      fuel: {
        ...{ anpCode: '320102001', description: 'GASOLINA C COMUM', codif: '123', consumptionState: 'SP' },
        biodieselPercent: 30,
        origins: [{ imported: false, state: 'SP', percent: 100 }],
        meter: { nozzle: '1', pump: '1', tank: '1', start: 0, end: 100 },
      },
    }),
  ],
});

/** A repair whose ISSQN is suspended by court order, and its parts. */
const conjugated = sale({
  issqn: { performedOn: '2026-11-20' },
  items: [
    item({
      ...{ cfop: '5933', ncm: '00' },
      issqn: {
        ...{ serviceCode: '14.01', rate: '5', municipalityCode: '3550308', incidenceMunicipalityCode: '3509502' },
        ...{ municipalServiceCode: '07498', enforceability: 'SUSPENDED_BY_COURT', suspensionProcess: '1' },
      },
    }),
    item(),
  ],
});

/** A repair abroad, and its parts. */
const rendered = sale({
  items: [
    item({
      ...{ cfop: '5933', ncm: '00' },
      issqn: { serviceCode: '14.01', municipalityCode: '3550308', enforceability: 'EXPORTED', country: 'US' },
    }),
    item(),
  ],
});

/** The sale that has a field. */
function saleWith(path: string) {
  if (path === 'items[0].issqn.country') return rendered;
  if (path.includes('issqn.')) return conjugated;
  if (path.includes('.vehicle')) return sold;
  if (path === 'transport.barge') return shipped;
  if (path === 'transport.wagon' || path.startsWith('transitPermit')) return travelling;
  if (path.includes('.icmsPartition')) return parted;
  if (path.includes('.furtherPresumedCredits')) return credited;
  if (path.includes('.fuel')) return fuelled;
  // Only other means of payment have a description, and only cards have card details.
  if (path === 'payments[0].description') return replaced(whole, 'payments', [...payments].toReversed());
  if (/^export|drawbacks|indirectExport/.test(path)) return exported;
  return path.includes('importDeclarations') ? imported : whole;
}

/**
 * Free texts of a creation of goods. Not among them: ids; installments (checked by their day); adjustments and credits of IBS and CBS (of
 * other notes); free trade areas (of other companies).
 */
const texts = fieldsOf('FiscalDocumentCreation').filter(
  ({ path, schema }) =>
    schema.type.includes('string') &&
    !schema.enum &&
    !isDecimal(schema) &&
    !path.endsWith('Id') &&
    !/^items\[0\]\.(adjustment|creditReversal|zfmPresumedCredit|operationPresumedCredit|freeTradeArea|referencedItem)|^(duplicates|referenced|rtc)/.test(
      path,
    ) &&
    fieldsOfOtherTypes(asked(path)).length === 0,
);

test.each(
  Object.entries({ whole, travelling, shipped, sold, parted, credited, exported, imported, fuelled, conjugated }),
)('the sale %s is one that can be issued', async (_name, body) => {
  const { status, text } = await api.call('POST', '/v1/fiscal-documents/preview', { key: store.key, body });
  expect({ status, text }).toMatchObject({ status: 200 });
});

test('the texts below are those of every part of a creation', () => {
  expect(texts.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['operationNature', 'items[0].unit', 'payments[0].card.acquirer', 'client.street']),
  );
});

/** A body with this field alone. */
function asked(path: string) {
  const name = path.replace(/^items\[0\]\./, '');
  const filled = { [name.split('.')[0] ?? '']: 'x' };
  return path === name ? { ...filled, type: 'NFE' as const, items: [] } : { type: 'NFE' as const, items: [filled] };
}

const hostile = [
  '',
  ' ',
  'A',
  ' A ',
  '\u200b',
  'A\u200b',
  'Ab\u00ad',
  '…',
  '“A”',
  'Ω',
  '123',
  '0',
  '-',
  'ç',
  'a\u00a0b',
];
const letters = fc.string({ unit: fc.constantFrom(...'aã 1.-/…–\u200b\u00ad\u00a0Ω'), maxLength: 70 });

test.each([...hostile.map((text): [string, () => string] => [JSON.stringify(text), () => text]), ...lengths])(
  'where every field says %s, what is created passes the official schema, and what does not is refused by its name',
  async (_text, textOf) => {
    for (const group of byBody(texts, saleWith)) await checkTogether(check, { ...group, textOf });
  },
);

test.each(['01.027.058/0001-91', '01027058000191', '12.abc.345/01de-35'])(
  'the acquirer %s is printed as a CNPJ',
  async (acquirer) => {
    const payments = [{ method: 'CREDIT_CARD', value: '100.00', card: { acquirer } }];
    const { body } = await store.create({ ...whole, payments });
    expect(await schemaFaults(body.id)).toEqual([]);
    const { payload } = await store.stored(body.id);
    expect(payload).toMatchObject({ payments: [{ card: { acquirer: acquirer.replace(/[./-]/g, '').toUpperCase() } }] });
  },
);

test('any mixture of letters, spaces, punctuation and invisible characters passes the official schema, or is refused by its name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), letters, async (field, text) =>
      checkTogether(check, { fields: [field], body: saleWith(field.path), textOf: () => text }),
    ),
    { numRuns: 150 },
  );
});

const check: TextCheck = {
  preview: (body) => api.call('POST', '/v1/fiscal-documents/preview', { key: store.key, body }),
  create: (body) => api.call('POST', '/v1/fiscal-documents', { key: store.key, body }),
  // A draft for a client with an incomplete address is created, with the same complaints as warnings.
  toldAtCreation: ({ status, body }) => (status === 201 ? warned(body) : pathsOf(body)),
  // Taxes are computed anew at emission, so that a creation does not check them.
  isLater: isTax,
  schemaFaults,
  // With an address abroad, a taxpayer lacks an address in Brazil.
  toldElsewhere: new Map([['client.country', 'client.taxpayerType']]),
};

/** The paths that a creation warns about; the warning that the sale already has a document is not about texts. */
function warned({ warnings }: Record<string, unknown>): string[] {
  return [...new Set(pathsOf({ issues: warnings }))].filter((path) => path !== 'externalId');
}

function isTax(path: string): boolean {
  return taxFieldNames.some((name) => path === `items[0].${name}`);
}

async function schemaFaults(id: unknown) {
  const { clientSnapshot: client, payload } = await store.stored(id);
  if (payload.type === 'NFSE') throw new TypeError('no NFS-e was created');
  const settings = { ...issuer.settings, taxDefaults: { ...taxDefaults, benefitCode: 'SEM CBENEF' } };
  const note = computeNote({ issuer: { ...issuer, settings }, client, payload, on: identity.issuedAt });
  const { accessKey, infNFe } = layoutNfe(note, { ...identity, environment: 'PRODUCTION' });
  const { xml } = signNfe(infNFe, accessKey, signer);
  return validator.validate('nfe_v4.00.xsd', xml);
}
