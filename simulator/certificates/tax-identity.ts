import type { X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** The owner of a certificate, as ICP-Brasil writes it into the alternative names (DOC-ICP-04). */
export type TaxIdentity = { cnpj?: string; cpf?: string };

const subjectAltName = '2.5.29.17';
const companyOid = '2.16.76.1.3.3';
const personOid = '2.16.76.1.3.1';

/** Company (2.16.76.1.3.3) or person (2.16.76.1.3.1, digits 9 to 19) that a certificate names; empty when neither. */
export function taxIdentityOf(certificate: X509Certificate): TaxIdentity {
  const names = otherNames(certificate.raw);
  const company = names.get(companyOid);
  const person = names.get(personOid);
  return {
    ...(company && { cnpj: company.trim().toUpperCase() }),
    ...(!company && person && { cpf: person.slice(8, 19) }),
  };
}

/** DER of the alternative names of an A1: the company (14 characters) or the person (11 digits) it belongs to. */
export function taxIdentityExtension(taxId: string): { id: string; value: string } {
  const [oid, value] = taxId.length === 14 ? [companyOid, taxId] : [personOid, `01011980${taxId}${'0'.repeat(31)}`];
  const { asn1 } = forge;
  const inner = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OCTETSTRING, false, value),
  ]);
  const otherName = asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, true, [
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(oid).getBytes()),
    inner,
  ]);
  const names = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, [otherName]);
  return { id: subjectAltName, value: asn1.toDer(names).getBytes() };
}

function otherNames(raw: Buffer): Map<string, string> {
  const [certified] = parts(forge.asn1.fromDer(raw.toString('binary')));
  const extensions = parts(certified).find(
    (part) => part.tagClass === forge.asn1.Class.CONTEXT_SPECIFIC && Number(part.type) === 3,
  );
  const found = new Map<string, string>();
  for (const extension of parts(parts(extensions)[0])) {
    const fields = parts(extension);
    if (oidOf(fields[0]) !== subjectAltName) continue;
    const encoded = fields.at(-1)?.value;
    if (typeof encoded !== 'string') continue;
    for (const name of parts(forge.asn1.fromDer(encoded))) {
      const [type, wrapped] = parts(name);
      const value = parts(wrapped)[0]?.value;
      if (Number(name.type) === 0 && typeof value === 'string') found.set(oidOf(type), value);
    }
  }
  return found;
}

function parts(node: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  return Array.isArray(node?.value) ? node.value : [];
}

function oidOf(node: forge.asn1.Asn1 | undefined): string {
  return typeof node?.value === 'string' ? forge.asn1.derToOid(node.value) : '';
}
