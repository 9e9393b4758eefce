import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { signNfe } from '../../../domain/nfe/build-nfe.ts';
import { cancelEvent, signEvent } from '../../../domain/nfe/events.ts';
import { layoutInutilization, signInutilization } from '../../../domain/nfe/inutilization.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { element } from '../../../domain/xml/writer.ts';
import { computedItem, computedNote, identity, issuer } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();

test('whatever people type, the note is well-formed, and refused by field or accepted and verifiable', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.constantFrom(']]></xProd><x>', '&lt;!--', '<?xml?>', 'Água "mineral" & gás <1,5 L>', '\u202eoãp', 'ÿ¿½'),
  );
  fc.assert(
    fc.property(hostile, (description) => {
      const { accessKey, infNFe } = layoutNfe(computedNote({ items: [computedItem({ description })] }), identity);
      const { xml } = signNfe(infNFe, accessKey, signer);
      const fields = validator.validate('nfe_v4.00.xsd', xml).map(({ path }) => path);
      expect([[], ['items[0].description']]).toContainEqual(fields);
      expect(verifies(element('nfeProc', { xmlns: 'http://www.portalfiscal.inf.br/nfe', versao: '4.00' }, xml))).toBe(
        true,
      );
    }),
    { numRuns: 15 },
  );
});

const event = { sequence: 1, cOrgao: '35', environment: 'HOMOLOGATION' as const, state: 'SP' };

const taxIds = [issuer.taxId, '12ABC34501DE35'];

test.each(taxIds)('a cancellation by %s passes the official schema, and an independent verifier', (taxId) => {
  const { accessKey } = layoutNfe(computedNote({ issuer: { ...issuer, taxId } }), identity);
  const details = { protocol: '135260000000001', justification: 'Pedido desfeito pelo cliente', at: identity.issuedAt };
  const { xml } = signEvent(cancelEvent({ ...event, ...details, taxId, accessKey }), signer);
  expect(validator.validate('eventoCancNFe_v1.00.xsd', xml)).toEqual([]);
  expect(verifies(xml)).toBe(true);
});

test.each(taxIds)('an inutilization by %s passes the official schema, and an independent verifier', (cnpj) => {
  const range = { stateCode: '35', year: 2026, cnpj, model: '55' as const, series: 1, first: 43, last: 50 };
  const asked = { ...range, justification: 'Falha na numeração do sistema', environment: 'HOMOLOGATION' as const };
  const { xml } = signInutilization(layoutInutilization(asked), signer);
  expect(validator.validate('inutNFe_v4.00.xsd', xml)).toEqual([]);
  expect(verifies(xml)).toBe(true);
});

function verifies(xml: string): boolean {
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(/<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '');
  return verifier.checkSignature(xml);
}
