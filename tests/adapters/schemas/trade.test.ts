import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ComputedItem, ComputedNote } from '../../../domain/documents/computed-note.ts';
import { tradeOf, tradeOfItem } from '../../../domain/documents/compute/trade.ts';
import { signNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { computedItem, computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { saleOf } from '../../domain/documents/sale.ts';
import { declaration, imported } from '../../domain/documents/check/trade-sales.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();
const csrt = { id: '01', code: 'CSRT-DE-TESTE-0123456789' };

function laidOut(line: Partial<ComputedItem>, note: Partial<ComputedNote> = {}) {
  const { accessKey, infNFe } = layoutNfe(computedNote({ items: [computedItem(line)], ...note }), identity, csrt);
  const { xml } = signNfe(infNFe, accessKey, signer);
  return { accessKey, xml, faults: validator.validate('nfe_v4.00.xsd', xml) };
}

const key = '35261111222333000181550010000000421000000423';
const lines: Record<string, Partial<ComputedItem>> = {
  'an import by DUIMP': tradeOfItem(imported()),
  'an import to somebody’s order by DI': {
    importDeclarations: [
      {
        ...declaration,
        ...{
          number: '2612345678',
          intermediation: 'TO_ORDER',
          thirdPartyTaxId: '11444777000161',
          thirdPartyState: 'PR',
        },
        additions: [
          { number: 1, sequence: 1, manufacturerCode: 'F1', discount: '0.00', drawback: '20260001234' },
          { number: 2, sequence: 1, manufacturerCode: 'F2', discount: '10.00' },
        ],
      },
      { ...declaration, transportMode: 'TOWED', afrmm: null, thirdPartyTaxId: '52998224725' },
    ],
  },
  'drawback and indirect export': {
    drawbacks: ['20260001234', '260001234'],
    indirectExport: [{ registration: '000000000123', accessKey: key, quantity: '4' }],
  },
  'order, lots and medicine': {
    purchaseOrder: { number: 'PO-1', item: 0 },
    lots: [
      { number: 'L1', quantity: '1.5', manufacturedOn: '2026-01-01', expiresOn: '2027-01-01', aggregation: 'AG1' },
      { number: 'L2', quantity: '2', manufacturedOn: '2026-01-01', expiresOn: '2027-01-01' },
    ],
    medicine: { anvisaCode: 'ISENTO', exemptionReason: 'RDC 10', maxPrice: '0.00' },
  },
  'another taxable unit': { taxable: { unit: 'KG', quantity: '2.0000', unitValue: '50.0000000000' } },
};

test.each(Object.entries(lines))('a line with %s passes the official schema', (_of, line) => {
  expect(laidOut(line).faults).toEqual([]);
});

test('places of export, intermediary, order and those who may download pass the official schema', () => {
  const sale = saleOf([], {
    export: { exitState: 'SP', exitPlace: 'Porto de Santos', dispatchPlace: 'Recinto 1' },
    purchaseOrder: { number: 'PO-1', commitment: '2026NE1', contract: 'CT' },
    marketplace: { taxId: '11444777000161', sellerId: 'minha-loja' },
    authorizedTaxIds: ['11222333000181'],
  });
  const { xml, faults } = laidOut({}, tradeOf(sale, issuer, recipient));
  expect(faults).toEqual([]);
  expect(xml).toContain('<indIntermed>1</indIntermed>');
  expect(xml).toContain(
    '<infIntermed><CNPJ>11444777000161</CNPJ><idCadIntTran>minha-loja</idCadIntTran></infIntermed>',
  );
  expect(xml).toContain('<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>Porto de Santos</xLocExporta>');
  expect(xml.match(/<autXML>/g)).toHaveLength(2);
});

test('a card that was taken says who is paid and by which terminal', () => {
  const card = { integration: '2', acquirer: null, brand: 'VISA', authorization: '1' } as const;
  const of = { ...card, receiver: '11444777000161', terminal: 'T-9' };
  const payments = [{ method: 'CREDIT_CARD', term: '0', description: null, value: '100.00', card: of } as const];
  const { xml, faults } = laidOut({}, { payments: [...payments] });
  expect(faults).toEqual([]);
  expect(xml).toContain('<CNPJReceb>11444777000161</CNPJReceb><idTermPag>T-9</idTermPag>');
});

test('the technical responsible proves himself by the hash of his code and the access key', () => {
  const { accessKey, xml, faults } = laidOut({});
  const hash = createHash('sha1').update(`${csrt.code}${accessKey}`).digest('base64');
  expect(faults).toEqual([]);
  expect(xml).toContain(`<idCSRT>01</idCSRT><hashCSRT>${hash}</hashCSRT></infRespTec>`);
});
