import { createHash, createSign } from 'node:crypto';
import type { Credentials } from '../certificates/certificate.ts';
import { canonical, canonicalization } from '../xml/canonical.ts';
import { child } from '../xml/element.ts';
import { readXml } from '../xml/reader.ts';
import { enveloped, namespace } from '../xml/signature.ts';
import { writeElement } from '../xml/writer.ts';

const algorithm = canonicalization.exclusiveWithComments;
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Signs a document with SEFIN's own key, in the form of the real ones (exc-c14n#WithComments, RSA-SHA256): the signature comes after the
 * signed element, which carries an `Id`.
 *
 * @returns the whole document with its declaration.
 */
export function sealed(xml: string, signed: string, { key, certificate }: Credentials): string {
  const content = child(readXml(xml), signed);
  if (!content) throw new TypeError(`no ${signed} to sign`);
  const digest = createHash('sha256')
    .update(canonical(xml, content, algorithm))
    .digest('base64');
  const reference =
    `<Reference URI="#${content.attributes['Id']}"><Transforms><Transform Algorithm="${enveloped}"></Transform>` +
    `<Transform Algorithm="${algorithm}"></Transform></Transforms>` +
    `<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
  const inside =
    `<CanonicalizationMethod Algorithm="${algorithm}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>${reference}`;
  // Written as its own canonical form, so that what is signed is what stands there.
  const value = createSign('RSA-SHA256')
    .update(`<SignedInfo xmlns="${namespace}">${inside}</SignedInfo>`)
    .sign(key, 'base64');
  const signature = writeElement(
    'Signature',
    { '@xmlns': namespace },
    `<SignedInfo>${inside}</SignedInfo>` +
      writeElement('SignatureValue', { '#': value }) +
      writeElement('KeyInfo', { X509Data: { X509Certificate: certificate.replace(/-----[^-]+-----|\s/g, '') } }),
  );
  return `${declaration}${xml.slice(0, content.end)}${signature}${xml.slice(content.end)}`;
}
