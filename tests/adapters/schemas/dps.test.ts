import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { buildDps } from '../../../domain/nfse/dps.ts';
import { serviceEventTypes } from '../../../domain/document-types.ts';
import { serviceEvents } from '../../../domain/documents/events/service/table.ts';
import { buildNfseCancellation, buildNfseEvent } from '../../../domain/nfse/events.ts';
import { readXml, textOf } from '../../../domain/xml/reader.ts';
import { faultsByJava, hasJava } from '../../support/checks/java-validator.ts';
import { dpsOf, eventAround, infNfseOf, nfseAround, nfseKey } from '../../support/samples/nfse.ts';
import { officialValidator, schemaPack } from '../../support/servers/schema-pack.ts';
import {
  computedService,
  deductionDocument,
  dpsIdentity,
  foreignTaker,
  fullService,
  serviceAmounts,
  serviceIssuer,
  site,
  siteAbroad,
  taker,
} from '../../support/samples/services.ts';
import { signedBy } from '../../support/samples/sign-nfse.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const folder = join(schemaPack().folder, 'nfse');
const validator = officialValidator('nfse');
const signer = makeSigner();

const { fields } = computedService();
const day = { startDate: '2026-11-20', endDate: '2026-11-22' };
const alphanumeric = '12ABC34501DE35';
const letters = nfseKey.replace('11222333000181', alphanumeric);
const nfeKey = '35261111222333000181550010000000421834509210';

/** The fields of every document whose amount is passed on. */
const passedOn = { issueDate: '2026-11-10', competence: '2026-11-01', type: '01', value: '10.00' };

/** Every form that a group of the DPS can take. */
const shapes: Record<string, Partial<ComputedService>> = {
  'the least': {},
  'a taker with a CPF and no address': {
    taker: { ...taker, documentType: 'CPF', document: '52998224725', address: null },
  },
  'a taker abroad': { taker: foreignTaker },
  'a taker abroad without a number': { taker: { ...foreignTaker, document: '', documentType: null } },
  'a foreigner who lives here': { taker: { ...taker, documentType: 'FOREIGN', document: 'AB123456' } },
  nobody: { taker: null },
  'an issuer and a taker with letters in their CNPJ': {
    issuer: { ...serviceIssuer, taxId: alphanumeric },
    taker: { ...taker, document: alphanumeric },
    replaces: { documentId: null, accessKey: letters, reason: '01' },
  },
  'a company of Simples': {
    regime: { opSimpNac: '3', regApTribSN: '1', regEspTrib: '0' },
    fields: { ...fields, issRate: null, totalSimplesRate: '6.0000' },
  },
  'a service rendered abroad': {
    place: { country: 'PT' },
    taker: foreignTaker,
    fields: { ...fields, issTaxation: '3', issResultCountry: 'PT', issRate: null, nbsCode: '115021000' },
    foreignTrade: fullService().foreignTrade,
    event: { name: 'Feira', ...day, address: siteAbroad },
  },
  immunity: { fields: { ...fields, issTaxation: '2', issImmunityType: '3', issRate: null } },
  'works by their CIB': { works: { cib: 'ABCD1234' } },
  'works by their address': { works: { propertyRegistration: '12-3', address: site } },
  'works by an address abroad': { works: { address: siteAbroad } },
  'an event by its code': { event: { name: 'Show', ...day, code: 'EV-1' } },
  'a deduction in percent': { deductions: { rate: '12.50' } },
  'a deduction in reais': { deductions: { value: '0.50' } },
  'deductions by each kind of document': {
    deductions: {
      documents: [
        deductionDocument(),
        deductionDocument({ nfseKey }),
        deductionDocument({ nfseKey: letters }),
        deductionDocument({ nfeKey }),
        deductionDocument({ fiscalNumber: null, otherNumber: 'Recibo 7', type: '99', description: 'Outras despesas' }),
        deductionDocument({
          municipalNfse: { municipalityCode: '3509502', number: '77', verificationCode: 'AB12' },
        }),
      ],
    },
  },
  'PIS and COFINS at zero': {
    fields: { ...fields, pisCofinsCst: '06', pisCofinsWithholding: '0' },
    amounts: serviceAmounts({ pisCofinsBase: '1000.00', pis: '0.00', cofins: '0.00' }),
  },
  'PIS and COFINS without incidence': { fields: { ...fields, pisCofinsCst: '08' } },
  'IBS and CBS': {
    fields: { ...fields, ibsCbsSituation: '000', ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301' },
  },
  'all that the group of IBS and CBS says': {
    fields: { ...fields, ibsCbsSituation: '000', ibsCbsClassification: '000001', ibsCbsOperationIndicator: '020101' },
    ibsCbs: {
      personalUse: false,
      operation: 'SUPPLY_ALREADY_PAID',
      previousDocuments: [nfseKey, letters],
      governmentEntity: 'FEDERAL_DISTRICT',
      recipient: foreignTaker,
      property: { propertyRegistration: '12-3', address: siteAbroad },
      reimbursements: [
        { nfseKey, ...passedOn, supplier: taker },
        { cteKey: nfeKey, ...passedOn, supplier: { ...foreignTaker, document: '', documentType: null } },
        { otherKey: { key: 'BP-e 1', description: 'Passagem & taxa' }, ...passedOn, type: '99', description: 'Viagem' },
        { fiscalDocument: { municipalityCode: '3550308', number: '7', description: 'Nota' }, ...passedOn },
        { otherDocument: { number: '7', description: 'Recibo' }, ...passedOn },
      ],
      presumedCreditCode: '02',
    },
  },
  'property by its address': {
    fields: { ...fields, ibsCbsSituation: '000', ibsCbsClassification: '000001', ibsCbsOperationIndicator: '020101' },
    ibsCbs: { property: { address: site } },
  },
  'the total of taxes in reais': {
    approximateTaxes: { federalValue: '134.50', stateValue: '0.00', municipalValue: '20.00' },
  },
  'the longest description': { description: `${'Linha de serviço\n'.repeat(117)}${'x'.repeat(11)}` },
  'letters that XML escapes, and others': {
    description: '<&>"\' ]]>\r\nÇão ½ — “a”',
    additionalInfo: 'R$ 10 > 5 & ok',
  },
  everything: fullService(),
};

const built = Object.entries(shapes).map(([name, shape]): [string, string] => [
  name,
  buildDps(computedService(shape), dpsIdentity, signer).xml,
]);

const cancellations = [nfseKey, letters].map((accessKey) => {
  const said = { accessKey, environment: 'HOMOLOGATION' as const, reasonCode: '9', version: '0.1.0' };
  const justification = 'Serviço não prestado <por falta> & desistência do tomador';
  return buildNfseCancellation(
    { ...said, authorTaxId: accessKey.slice(9, 23), justification, occurredAt: dpsIdentity.issuedAt },
    signer,
  ).xml;
});

/** Every event of a party of an NFS-e, with every reason, and one by a natural person. */
const saidByParties = serviceEventTypes.flatMap((type) => {
  const { by, reasons, words } = serviceEvents[type];
  const codes = Object.keys(reasons);
  return Object.values(by).flatMap((said) =>
    (codes.length === 0 ? [null] : codes).map((reasonCode) => {
      const isPerson = reasonCode === '9';
      const justification = words === 'ALWAYS' || isPerson ? 'Valor acordado <R$ 100> & não R$ 1000' : null;
      const of = { accessKey: nfseKey, environment: 'HOMOLOGATION' as const, version: '0.1.0', ...said };
      const authorTaxId = isPerson ? '52998224725' : '11444777000161';
      return buildNfseEvent({ ...of, authorTaxId, reasonCode, justification, occurredAt: dpsIdentity.issuedAt }, signer)
        .xml;
    }),
  );
});

/** The authority's answers that tests make must be valid, too. */
const note = signedBy(signer, nfseAround(infNfseOf(dpsOf(signer).dps)));
const event = signedBy(signer, eventAround((cancellations[0] ?? '').replace(/^<\?[^>]*>/, '')), { name: 'infEvento' });

const documents: [string, string[]][] = [
  ['DPS_v1.01.xsd', built.map(([, xml]) => xml)],
  ['pedRegEvento_v1.01.xsd', [...cancellations, ...saidByParties]],
  ['NFSe_v1.01.xsd', [note]],
  ['evento_v1.01.xsd', [event]],
];

test.each(built)('a DPS with %s passes the official schema', (_, xml) => {
  expect(validator.validate('DPS_v1.01.xsd', xml)).toEqual([]);
});

test.each(documents.slice(1))('%s accepts what is sent and read', (schema, [...sent]) => {
  expect(sent.map((xml) => validator.validate(schema, xml))).toEqual(sent.map(() => []));
});

const second = 'a validator that shares no code with ours (Xerces, of the JDK) accepts them all';
if (hasJava) {
  test.each(documents)(`${second}: %s`, (schema, sent) => {
    const broken = (sent[0] ?? '').replace('<tpAmb>2<', '<tpAmb>3<');
    const faults = faultsByJava(folder, schema, [...sent, broken]);
    expect(faults.slice(0, -1)).toEqual(sent.map(() => []));
    expect(faults.at(-1)?.join()).toContain('tpAmb');
  });
} else {
  test.skip(`${second} (not run: no JDK on this machine)`, () => {});
}

test.each([...built, ...cancellations.map((xml) => ['a cancellation', xml] as const)])(
  'the signature of a DPS with %s is right to an independent verifier, and of the canonical form of what stands there',
  (_, xml) => {
    const verifier = new SignedXml({ publicCert: signer.certificatePem });
    verifier.loadSignature(/<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '');
    expect(verifier.checkSignature(xml)).toBe(true);

    const canonical = canonicalOf(xml);
    expect(xml).toContain(canonical.replace(' xmlns="http://www.sped.fazenda.gov.br/nfse"', ''));
    expect(digestOf(canonical)).toBe(textOf(readXml(xml), 'Signature', 'SignedInfo', 'Reference', 'DigestValue'));
  },
);

test('a signature survives line ends of another system, and the note around the DPS', () => {
  const { xml, digestValue } = buildDps(fullService(), dpsIdentity, signer);
  expect(xml).toContain('\n');
  expect(digestOf(canonicalOf(xml.replaceAll('\n', '\r\n')))).toBe(digestValue);

  const inside = nfseAround(infNfseOf(dpsOf(signer).dps));
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(/<Signature [^]*?<\/Signature>/.exec(inside)?.[0] ?? '');
  expect(verifier.checkSignature(inside)).toBe(true);
});

test('a DPS has its declaration, one namespace, and no prefix (E1229, E1228)', () => {
  for (const [, xml] of built) {
    expect(
      xml.startsWith(
        '<?xml version="1.0" encoding="UTF-8"?><DPS xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01">',
      ),
    ).toBe(true);
    expect(xml).not.toMatch(/<\/?\w+:|xmlns:/);
  }
});

test('what is missing is named by the schema, as the indicator of IBS and CBS is', () => {
  const shape = { fields: { ...fields, ibsCbsSituation: '000', ibsCbsClassification: '000001' } };
  const { xml } = buildDps(computedService(shape), dpsIdentity, signer);
  expect(validator.validate('DPS_v1.01.xsd', xml)).toMatchObject([{ field: 'IBSCBS/cIndOp' }]);
});

/** The signed element in the canonical form that its signature names, by libxml2. */
function canonicalOf(xml: string): string {
  const document = XmlDocument.fromString(xml);
  const signed = document.get('/*/*[@Id]');
  const canonical = signed instanceof XmlElement ? signed.canonicalizeToString() : '';
  document.dispose();
  return canonical;
}

function digestOf(canonical: string): string {
  return createHash('sha1').update(canonical).digest('base64');
}
