import { createHash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator, xmlCleanupInputProvider } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { Signer } from '../../domain/xml/signature.ts';

/** The lower bound of signing: a digest of text that is already canonical, and one RSA signature. */
export function signFloor(canonical: string, { key }: Signer): string {
  const digest = createHash('sha1').update(canonical).digest('base64');
  return sign('RSA-SHA1', Buffer.from(`<SignedInfo>${digest}</SignedInfo>`), key).toString('base64');
}

/** The lower bound of a schema check: parse and validate, with the schema compiled once and without a report of faults. */
export function checkFloor(folder: string, file: string): (xml: string) => void {
  const path = join(folder, file);
  xmlRegisterFsInputProviders();
  const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  xmlCleanupInputProvider();
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    schema.validate(document);
    document.dispose();
  };
}
