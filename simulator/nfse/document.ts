import { Buffer } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { TaxIdentity, Trust } from '../certificates/trust.ts';
import { child, type Element, readXml } from '../xml/element.ts';
import type { Schemas } from '../xml/schemas.ts';
import {
  canonicalization,
  namespace as signatureNamespace,
  type SignatureForm,
  verifySignature,
} from '../xml/signature.ts';
import { receptionFault, NfseRefusal } from './fault.ts';

/** A document that arrived in JSON as base64 of gzip: its bytes, its text, and its root element. */
export type PackedDocument = { bytes: Buffer; source: string; root: Element };

/** The most bytes of an unpacked document: far above any DPS, and far below what would harm the process. */
const largestXml = 8 * 1024 * 1024;

/** An XML text as answers carry it: gzip in base64. */
export function pack(xml: string): string {
  return gzipSync(xml).toString('base64');
}

/**
 * Unpacks the document in a field of a JSON body.
 *
 * @throws NfseRefusal with E1225 for JSON or base64, E1226 for gzip or XML; a DTD is as bad as no XML.
 */
export function unpack(body: Buffer, field: string): PackedDocument {
  const bytes = inflated(decoded(textIn(body, field)));
  const source = bytes.toString('utf8');
  try {
    return { bytes, source, root: readXml(source) };
  } catch (error) {
    throw refused('E1226', error);
  }
}

function textIn(body: Buffer, field: string): string {
  try {
    return (
      z.looseObject({ [field]: z.string().default('') }).parse(JSON.parse(body.toString('utf8') || '{}'))[field] ?? ''
    );
  } catch (error) {
    throw refused('E1225', error);
  }
}

function decoded(text: string): Buffer {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw refused('E1225');
  return Buffer.from(text, 'base64');
}

function inflated(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestXml });
  } catch (error) {
    throw refused('E1226', error);
  }
}

function refused(code: 'E1225' | 'E1226', cause?: unknown): NfseRefusal {
  return new NfseRefusal(400, [receptionFault(code, cause instanceof Error ? cause.message.slice(0, 200) : undefined)]);
}

export const namespace = 'http://www.sped.fazenda.gov.br/nfse';

/**
 * Checks how a document is written, in the order observed at the real SEFIN: encoding and its declaration (E1229), prefixes (E1228),
 * root (E1242), official schema (E1235).
 *
 * @throws NfseRefusal
 */
export function checkForm(document: PackedDocument, root: 'DPS' | 'pedRegEvento', schemas: Schemas): void {
  const fault = (code: Parameters<typeof receptionFault>[0], where?: string): NfseRefusal =>
    new NfseRefusal(400, [receptionFault(code, where)]);
  if (!isUtf8(document)) throw fault('E1229');
  if (hasPrefix(document.root)) throw fault('E1228');
  if (document.root.name !== root || document.root.namespace !== namespace) throw fault('E1242');
  const wrong = schemas.faultOf(`${root}_v1.01.xsd`, document.source);
  if (wrong !== undefined) throw fault('E1235', wrong);
}

function isUtf8({ bytes, source }: PackedDocument): boolean {
  const declared = /^<\?xml\s[^>]*?encoding=["']([^"']+)["']/.exec(source)?.[1];
  return declared?.toLowerCase() === 'utf-8' && Buffer.from(source, 'utf8').equals(bytes);
}

function hasPrefix({ prefix, declares, children }: Element): boolean {
  return prefix !== '' || declares.some((one) => one !== '') || children.some(hasPrefix);
}

/** The algorithms that are accepted; the schema does not fix them. The real SEFIN accepts the first of each; clients also send the second. */
const form: SignatureForm = {
  canonicalization: Object.values(canonicalization),
  signature: {
    [`${signatureNamespace}rsa-sha1`]: 'RSA-SHA1',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  },
  digest: { [`${signatureNamespace}sha1`]: 'sha1', 'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256' },
};

const outOfForce = [291, 293];
const nonsense = [297, 298];

/**
 * Checks the signature of a DPS or of an event's request by the certificate in it.
 *
 * @returns the company or person that the certificate names.
 * @throws NfseRefusal with E0714 to E0717.
 */
export function signerOf(
  { source, root }: PackedDocument,
  signed: 'infDPS' | 'infPedReg',
  trust: Trust,
  at: Date,
): TaxIdentity {
  const signature = child(root, 'Signature');
  const content = child(root, signed);
  if (!signature || !content) throw new NfseRefusal(400, [receptionFault('E0717')]);
  const check = verifySignature({ source, content, signature }, trust, at, form);
  if (!('cStat' in check)) return check.signer;
  if (nonsense.includes(check.cStat)) throw new NfseRefusal(400, [receptionFault('E0714')]);
  throw new NfseRefusal(400, [receptionFault(outOfForce.includes(check.cStat) ? 'E0715' : 'E0716')]);
}

/** Whether a certificate may act for a CNPJ (same root) or CPF (same person). */
export function speaksFor(holder: string, taxId: string): boolean {
  return taxId.length === 14 && holder.length === 14 ? holder.slice(0, 8) === taxId.slice(0, 8) : holder === taxId;
}
