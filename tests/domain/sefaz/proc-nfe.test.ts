import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { signedEnvelope } from '../../../domain/nfe/build-nfe.ts';
import { nfeProc, procEventoNFe } from '../../../domain/sefaz/messages.ts';
import { children, readXml } from '../../../domain/xml/reader.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const signer = makeSigner();
const protNFe = `<protNFe versao='4.00' ><infProt><cStat>100</cStat></infProt></protNFe >`;

test('note and protocol stand side by side, byte for byte', () => {
  const signedNFe = '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="a"  /></NFe>';
  const proc = nfeProc(signedNFe, protNFe);
  const root = readXml(proc);
  expect(root).toMatchObject({ name: 'nfeProc', attributes: { versao: '4.00' } });
  expect(root.children.map(({ start, end }) => proc.slice(start, end))).toEqual([signedNFe, protNFe]);
});

test('the signature of a note still holds where the note is kept', () => {
  const element = '<infNFe Id="NFe1" versao="4.00"><xNome>São João</xNome></infNFe>';
  const { xml } = signedEnvelope({ name: 'NFe' }, { element, id: 'NFe1' }, signer);
  expect(verifies(nfeProc(xml, protNFe))).toBe(true);
  expect(verifies(nfeProc(xml, protNFe).replace('São', 'Sao'))).toBe(false);
});

test('the signature of an event still holds where the event is kept', () => {
  const element = '<infEvento Id="ID1"><xJust>Erro de digitação</xJust></infEvento>';
  const { xml } = signedEnvelope({ name: 'evento', versao: '1.00' }, { element, id: 'ID1' }, signer);
  const proc = procEventoNFe(xml, '<retEvento versao="1.00"><infEvento/></retEvento>');
  expect(verifies(proc)).toBe(true);
  expect(children(readXml(proc), 'retEvento')).toHaveLength(1);
});

test('no namespace is declared that a canonical form would take in', () => {
  expect(nfeProc('<NFe ></NFe>', protNFe)).not.toContain('xmlns:');
});

test.each([
  ['a declaration', () => nfeProc('<?xml version="1.0"?><NFe ></NFe>', protNFe)],
  ['something else than a protocol', () => nfeProc('<NFe ></NFe>', '<retEnviNFe/>')],
  ['a name that only begins alike', () => nfeProc('<NFe ></NFe>', '<protNFeX></protNFeX>')],
  ['nothing', () => procEventoNFe('<evento ></evento>', '')],
])('%s is not put inside', (_, splice) => {
  expect(splice).toThrow(TypeError);
});

/** Whether the signature is valid by an independent library. */
function verifies(xml: string): boolean {
  const verifier = new SignedXml({ publicCert: signer.certificatePem });
  verifier.loadSignature(/<Signature [^]*<\/Signature>/.exec(xml)?.[0] ?? '');
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}
