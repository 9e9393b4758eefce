import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { beforeAll, expect, test } from 'vitest';
import { nfelib, schemaPack } from '../../machine/schema-pack.ts';

let pack: string;

beforeAll(async () => {
  pack = await schemaPack();
  xmlRegisterFsInputProviders();
});

test('every schema of the pack can be used, with the files it includes', () => {
  for (const family of ['nfe', 'nfse']) {
    for (const file of readdirSync(join(pack, family))) {
      expect(() => compile(family, file).dispose()).not.toThrow();
    }
  }
});

test('the files of the note are the official ones, byte for byte', () => {
  const official = nfelib.schemas.families.flatMap(({ sha256 }) => Object.entries(sha256));
  expect(official.map(([file]) => file)).toContain('leiauteNFe_v4.00.xsd');
  for (const [file, sha256] of official) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(pack, 'nfe', file)))
        .digest('hex'),
    ).toBe(sha256);
  }
});

test.each([
  ['of digits', '35261111222333000181550010000000011000000019', '11222333000181'],
  ['with letters', '35261112ABC34501DE35550010000000011000000012', '12ABC34501DE35'],
])('a number range and an event of a CNPJ %s have ids that the schemas take', (_, key, cnpj) => {
  expect(faults('inutNFe_v4.00.xsd', inutilization(`ID3526${cnpj}55001000000001000000002`, cnpj))).toEqual(unsigned);
  expect(faults('envEventoCancNFe_v1.00.xsd', cancellation(`ID110111${key}01`, key, cnpj))).toEqual(unsigned);
});

test('letters where only digits may be are refused', () => {
  const key = '3526111222333000181550010000000011000000019A';
  expect(faults('envEventoCancNFe_v1.00.xsd', cancellation(`ID110111${key}01`, key, '11222333000181'))).not.toEqual(
    unsigned,
  );
});

/** The only fault of a message that is in order except for its missing signature. */
const unsigned = [expect.stringContaining('Signature')];

function compile(family: string, file: string): XsdValidator {
  const path = join(pack, family, file);
  const document = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

function faults(file: string, xml: string): string[] {
  const validator = compile('nfe', file);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.trim().split('\n') : [String(error)];
  } finally {
    document.dispose();
    validator.dispose();
  }
}

function inutilization(id: string, cnpj: string): string {
  return `<inutNFe versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><infInut Id="${id}"><tpAmb>2</tpAmb>
<xServ>INUTILIZAR</xServ><cUF>35</cUF><ano>26</ano><CNPJ>${cnpj}</CNPJ><mod>55</mod><serie>1</serie><nNFIni>1</nNFIni>
<nNFFin>2</nNFFin><xJust>Falha de sistema na numeração</xJust></infInut></inutNFe>`;
}

function cancellation(id: string, key: string, cnpj: string): string {
  return `<envEvento versao="1.00" xmlns="http://www.portalfiscal.inf.br/nfe"><idLote>1</idLote><evento versao="1.00">
<infEvento Id="${id}"><cOrgao>35</cOrgao><tpAmb>2</tpAmb><CNPJ>${cnpj}</CNPJ><chNFe>${key}</chNFe>
<dhEvento>2026-11-21T10:00:00-03:00</dhEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><verEvento>1.00</verEvento>
<detEvento versao="1.00"><descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt>
<xJust>Pedido cancelado pelo cliente</xJust></detEvento></infEvento></evento></envEvento>`;
}
