import { createHash, createSign } from 'node:crypto';
import type { CertificateAuthority } from '../certificates/authority.ts';
import type { Credentials } from '../certificates/certificate.ts';
import { makeCertificate } from '../certificates/certificate.ts';
import { taxIdentityExtension } from '../certificates/tax-identity.ts';
import type { Register } from '../register/register.ts';
import { canonicalization } from '../xml/canonical.ts';
import { enveloped, namespace } from '../xml/signature.ts';
import { writeElement } from '../xml/writer.ts';

const yearMs = 365 * 86_400_000;

/** The companies whose documents the simulator makes itself. All have one key, and each a certificate of its own, kept in the register. */
export class Suppliers {
  readonly #authority: Pick<CertificateAuthority, 'supplierKey' | 'intermediate'>;
  readonly #register: Register;

  constructor(authority: Pick<CertificateAuthority, 'supplierKey' | 'intermediate'>, register: Register) {
    this.#authority = authority;
    this.#register = register;
  }

  credentialsOf(taxId: string): Credentials {
    const { supplierKey: key, intermediate: issuer } = this.#authority;
    const known = this.#register.supplier(taxId);
    if (known) return { key, certificate: known.certificate };
    const certificate = makeCertificate({
      key,
      units: ['Secretaria da Receita Federal do Brasil - RFB', taxId.length === 14 ? 'RFB e-CNPJ A1' : 'RFB e-CPF A1'],
      commonName: `FORNECEDOR SIMULADO:${taxId}`,
      notBefore: new Date(Date.now() - yearMs),
      notAfter: new Date(Date.now() + 10 * yearMs),
      extensions: [
        { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyEncipherment: true, critical: true },
        { name: 'extKeyUsage', clientAuth: true, emailProtection: true },
        taxIdentityExtension(taxId),
      ],
      issuer,
    });
    this.#register.add({ kind: 'supplier', taxId, certificate });
    return { key, certificate };
  }
}

/** Digest of an element that is written as its own canonical form, with the namespace of its document on it. */
export function digestOf(canonicalElement: string): string {
  return createHash('sha1').update(canonicalElement).digest('base64');
}

/**
 * Signs a document of layout 4.00 whose signed element is written as its own canonical form. RSA of PKCS#1 has one value for each
 * text, so that a document that is signed again is the same to the byte.
 */
export function signedBySupplier(xml: string, { key, certificate }: Credentials): string {
  const [, root = '', content = '', signed = '', id = ''] =
    /^<(\w+)[^>]*>(<(\w+) [^>]*?Id="([^"]+)".*<\/\3>)<\/\1>$/s.exec(xml) ?? [];
  const inNamespace = content.replace(/^<\w+/, (tag) => `${tag} ${/xmlns="[^"]+"/.exec(xml)?.[0] ?? ''}`);
  if (!signed) throw new TypeError('nothing to sign');
  const transforms = [enveloped, canonicalization.inclusive].map((one) => `<Transform Algorithm="${one}"></Transform>`);
  const inside =
    `<CanonicalizationMethod Algorithm="${canonicalization.inclusive}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${namespace}rsa-sha1"></SignatureMethod>` +
    `<Reference URI="#${id}"><Transforms>${transforms.join('')}</Transforms>` +
    `<DigestMethod Algorithm="${namespace}sha1"></DigestMethod><DigestValue>${digestOf(inNamespace)}</DigestValue></Reference>`;
  const value = createSign('RSA-SHA1')
    .update(`<SignedInfo xmlns="${namespace}">${inside}</SignedInfo>`)
    .sign(key, 'base64');
  const signature = writeElement(
    'Signature',
    { '@xmlns': namespace },
    `<SignedInfo>${inside}</SignedInfo>` +
      writeElement('SignatureValue', { '#': value }) +
      writeElement('KeyInfo', { X509Data: { X509Certificate: certificate.replace(/-----[^-]+-----|\s/g, '') } }),
  );
  return `${xml.slice(0, -`</${root}>`.length)}${signature}</${root}>`;
}
