import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { type A1Certificate, issueA1 } from '../../../simulator/certificates/a1.ts';
import { openAuthority } from '../../../simulator/certificates/authority.ts';
import { Trust } from '../../../simulator/certificates/trust.ts';
import { child, readXml, standalone } from '../../../simulator/xml/element.ts';
import { verifySignature } from '../../../simulator/xml/signature.ts';
import { lot, signedNote } from '../support/note.ts';

const namespace = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

let folder: string;
let trust: Trust;
let certificate: A1Certificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  const authority = await openAuthority(folder, []);
  trust = new Trust([authority.intermediate.certificate]);
  certificate = await issueA1(authority, { taxId: '11222333000181' });
});
afterAll(() => rm(folder, { recursive: true }));

type Change = (xml: string) => string;
type Findings = { ours: number | 'genuine'; library: boolean };

/** What the simulator and `xml-crypto` say of a signed note after a change, in a lot and an envelope with prefixes. */
function findings(change: Change): Findings {
  const xml = change(signedNote(certificate).xml);
  const source = `<s:Envelope xmlns:s="urn:s" xmlns:xsi="urn:i"><s:Body>${lot([{ xml }])}</s:Body></s:Envelope>`;
  const note = child(readXml(source), 'Body', 'enviNFe', 'NFe')!;
  const signature = child(note, 'Signature');
  const check = verifySignature({ source, content: child(note, 'infNFe')!, signature }, trust, new Date());
  return {
    ours: 'cStat' in check ? check.cStat : 'genuine',
    library: signature !== undefined && isGenuine(standalone(source, note), standalone(source, signature)),
  };
}

function isGenuine(note: string, signature: string): boolean {
  const verified = new SignedXml({ publicCert: certificate.certificate });
  try {
    verified.loadSignature(signature);
    return verified.checkSignature(note);
  } catch {
    return false;
  }
}

const other = (text: string): string => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);
const within = (name: string, change: Change): Change => {
  return (xml) => xml.replace(new RegExp(`(?<=<${name}>)[^<]*`), change);
};

test.each<[string, Change]>([
  ['as it was signed', (xml) => xml],
  ['with an attribute in other quotes', (xml) => xml.replace('versao="4.00"', "versao='4.00'")],
  ['with a character written as a reference', (xml) => xml.replace('Padaria', '&#80;adaria')],
  ['with a text in CDATA', (xml) => xml.replace('Rua Direita', '<![CDATA[Rua Direita]]>')],
  ['with its signature value in lines', within('SignatureValue', (text) => text.replace(/.{64}/g, '$&\n'))],
])('a note %s is genuine to both', (_what, change) => {
  expect(findings(change)).toEqual({ ours: 'genuine', library: true });
});

test.each<[string, Change]>([
  ['a value was changed', (xml) => xml.replace('Padaria', 'Confeitaria')],
  ['white space was added', (xml) => xml.replace('<ide>', ' <ide>')],
  ['an element was moved', (xml) => xml.replace(/(<cUF>.*<\/cUF>)(<cNF>.*<\/cNF>)/, '$2$1')],
  ['the digest is another', within('DigestValue', other)],
  ['the digest is missing', within('DigestValue', () => '')],
  ['the signature value is another', within('SignatureValue', other)],
  ['the signature value is missing', within('SignatureValue', () => '')],
])('297 where %s, and the library finds it, too', (_what, change) => {
  expect(findings(change)).toEqual({ ours: 297, library: false });
});

test.each<[string, Change]>([
  ['a transform is left out', (xml) => xml.replace(/<Transform [^>]*enveloped[^>]*(?:\/>|><\/Transform>)/, '')],
  ['a transform is added', (xml) => xml.replace('</Transforms>', `<Transform Algorithm="${exclusive}"/></Transforms>`)],
  ['the reference is to nothing', (xml) => xml.replace(/URI="#NFe\d/, 'URI="#NFe9')],
  ['the reference is to the whole', (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""')],
  ['the form is exclusive', (xml) => xml.replace(/(<CanonicalizationMethod Algorithm=")[^"]*/, `$1${exclusive}`)],
  ['the digest is SHA-256', (xml) => xml.replace(`${namespace}sha1`, 'http://www.w3.org/2001/04/xmlenc#sha256')],
  ['there are two references', (xml) => xml.replace(/<Reference.*<\/Reference>/, '$&$&')],
])('298 where %s', (_what, change) => {
  expect(findings(change).ours).toBe(298);
});

test('290 where there is no certificate, or no signature at all', () => {
  expect(findings((xml) => xml.replace(/<KeyInfo>.*<\/KeyInfo>/, '')).ours).toBe(290);
  expect(findings((xml) => xml.replace(/<Signature .*<\/Signature>/, '')).ours).toBe(290);
});
