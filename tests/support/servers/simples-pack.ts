import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pack } from '../../../adapters/schemas/packs.ts';
import { schemaPack } from './schema-pack.ts';

const tax = (name: string, rate: string, value: string) =>
  `<xs:element name="${name}" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="${rate}" type="TDec_0302_04RTC"/>` +
  `<xs:element name="${value}" type="TDec1302RTC"/></xs:sequence></xs:complexType></xs:element>`;
const digits = (name: string, form: string) =>
  `<xs:element name="${name}" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${form}"/></xs:restriction></xs:simpleType></xs:element>`;
const group = (name: string, ...content: string[]) =>
  `<xs:element name="${name}" minOccurs="0"><xs:complexType><xs:sequence>${content.join('')}</xs:sequence></xs:complexType></xs:element>`;

/**
 * A pack of our own: the official one plus what NT 2026.005 adds, of which there is no published schema yet. The places of the added
 * elements are assumed (docs/decisions/0077).
 */
export function simplesPack(): Pack {
  const official = schemaPack();
  const folder = mkdtempSync(join(tmpdir(), 'lavra-simples-'));
  cpSync(official.folder, folder, { recursive: true });
  edit(join(folder, 'nfe', 'leiauteNFe_v4.00.xsd'), (text) =>
    before(text, '<xs:element name="ISUFEmit"', digits('tpRegimeIBSCBS', '[1-3]')),
  );
  edit(join(folder, 'nfe', 'DFeTiposBasicos_v1.00.xsd'), (text) => {
    const ofItem = atEnd(
      text,
      'TTribNFe',
      group('gTribSN', tax('gIBSSN', 'pIBSSN', 'vIBSSN'), tax('gCBSSN', 'pCBSSN', 'vCBSSN')),
    );
    const [head, rest] = cut(ofItem, '<xs:complexType name="TTribNFe">');
    const withActivity = head + before(rest, '<xs:element name="indDoacao"', digits('cAtivSN', '[0-9]{2}'));
    const value = (name: string, least = '') => `<xs:element name="${name}" type="TDec1302RTC"${least}/>`;
    return atEnd(withActivity, 'TIBSCBSMonoTot', group('gTribSN', value('vIBSSN', ' minOccurs="0"'), value('vCBSSN')));
  });
  return { ...official, id: 'simples', folder };
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function cut(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  if (index < 0) throw new Error(`The official schema has no ${at}`);
  return [text.slice(0, index), text.slice(index)];
}

function before(text: string, at: string, added: string): string {
  const [head, rest] = cut(text, at);
  return head + added + rest;
}

/** The schema text with an element added at the end of a type's sequence. */
function atEnd(text: string, type: string, added: string): string {
  const [head, rest] = cut(text, `<xs:complexType name="${type}">`);
  const [own, others] = cut(rest, '\n\t</xs:complexType>');
  const end = own.lastIndexOf('</xs:sequence>');
  return head + own.slice(0, end) + added + own.slice(end) + others;
}
